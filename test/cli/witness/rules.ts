/** A shop's rules, one of which nothing meets. */
export const rules = `hooks:
  UserPromptSubmit:
    - { name: no-keys, match: { prompt: '/AKIA[0-9A-Z]{16}/' }, deny: Remove the key. }
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: no-commits, match: { command: git commit, branch: main }, deny: Make a branch. }
    - { name: secrets, match: { path: ['.env*', '!.env.example'] }, ask: May it? }
    - { name: deploys, match: { tool: 'deploy_*', input: { environment: production } }, ask: May it? }
    - { name: reads-and-pushes, match: { tool: '@read', command: git push }, deny: Never. }
    - { name: looks, match: { command: [git status, ls] }, allow: Only looks. }
  AgentStop:
    - { name: tests, match: { session: { wrote: 'src/**', since: npm test } }, continue: Run the tests. }
`
