import { none, type Row, reads, valued } from './program.ts'

/** Nothing of a revision, and no pattern of git's. */
const treePath = /^[^:*?[^][^:*?[]*$/

/** A remote or a branch by its name. */
const branch = /^(?!refs\/)[A-Za-z][\w./-]*$/

/** Subcommands of git. */
export const ofGit: readonly Row[] = [
  {
    names: 'git stash',
    plain: () => ({ options: /^-[uakq]$|^--(?:include-untracked|all)$/, operands: none }),
  },
  {
    names: 'git commit',
    plain: () => ({
      options:
        /^-[aqsvne]*(?:m[^]*)?$|^--(?:all|amend|no-edit|quiet|signoff|no-verify|allow-empty|(?:message|fixup|author|date)(?:=[^]*)?)$/,
    }),
  },
  {
    names: 'git push',
    plain: () => ({
      remotes: true,
      options:
        /^-[uqvnfd]+$|^--(?:set-upstream|quiet|verbose|dry-run|tags|follow-tags|force|force-with-lease|no-verify|atomic|progress|porcelain|delete|prune)$/,
      operands: branch,
    }),
  },
  {
    names: 'git fetch, git pull',
    plain: () => ({
      remotes: true,
      options:
        /^-[qvpantfr]+$|^--(?:all|prune|tags|no-tags|quiet|verbose|rebase|no-rebase|ff-only|no-edit|autostash|unshallow|dry-run|progress|depth=\d+)$/,
      operands: branch,
    }),
  },
  {
    names: 'git diff',
    plain: () => ({
      kinds: reads,
      options:
        /^-[pbw]$|^-U\d+$|^--(?:cached|staged|stat|shortstat|numstat|name-only|name-status|no-color|color|exit-code|quiet|check|word-diff|diff-filter=\w+|ignore-all-space|unified=\d+)?$/,
      operands: treePath,
    }),
  },
  {
    names: 'git log, git shortlog',
    plain: () => ({
      kinds: reads,
      options:
        /^-(?:n?\d*|[psSGiEe])$|^--(?:oneline|stat|graph|all|decorate|reverse|no-merges|merges|name-only|name-status|follow|first-parent|patch|numstat|shortstat|abbrev-commit|(?:since|until|after|before|author|grep|format|pretty|date|max-count|diff-filter)=.*)?$/,
      operands: treePath,
    }),
  },
  {
    names: 'git show',
    plain: () => ({
      kinds: reads,
      options:
        /^-[psq]$|^--(?:stat|shortstat|numstat|name-only|name-status|oneline|no-patch|no-color|(?:format|pretty)=.*)$/,
      operands: /^[^:*?[^][^:*?[]*$|^\w[\w/.~^-]*:\.?\w[\w/.-]*$/,
      hasRevisions: true,
    }),
  },
  {
    names: 'git blame',
    plain: () => ({ kinds: reads, options: /^-(?:[lwesfnpcMC]|L\d.*)$/, operands: treePath }),
  },
  { names: 'git checkout -b', plain: () => ({ options: /^-q$/ }) },
  {
    names: 'git checkout',
    plain: () => ({ kinds: ['edits'], options: /^-q?$/, operands: /^\w[\w./-]*$/, isThere: false }),
  },
  { names: 'git switch', plain: () => ({ options: /^-[cqd]?$/ }) },
  {
    names: 'git merge, git revert, git cherry-pick',
    plain: () => ({ options: /^--(?:abort|continue|no-ff|ff-only|squash|no-edit|no-commit)$|^-m$/ }),
  },
  { names: 'git rebase', plain: () => ({ options: /^--(?:abort|continue|skip|autostash|onto)$|^-i$/ }) },
  { names: 'git reset', plain: () => ({ options: /^--(?:soft|mixed|quiet)$|^-q$/ }) },
  { names: 'git restore --staged', plain: () => ({ options: /^-q$/ }) },
  {
    names: 'git config',
    plain: () => ({ options: /^--(?:get|list|global|local|show-origin)$/, operands: /^[^A-Z]*$|\./ }),
  },
  { names: 'git reflog', plain: () => ({ options: /^-(?:n|\d+)$/, operands: /^HEAD$|^\d+$/ }) },
  {
    names: 'git grep',
    plain: () => ({
      kinds: reads,
      options: /^-[EFPhilnowcp]*(?:[ABCm]\d*|e)?$/,
      operands: treePath,
      trees: { valued, hasPattern: true },
    }),
  },
]
