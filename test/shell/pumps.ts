// Texts that repeat, nest and cross every construct of the shell, up to a size.

/** `@` is the number of the repetition. */
export interface Pump {
  readonly name: string
  /** What stands once: a whole command, or a part that `within` makes one. */
  readonly piece: string
  readonly within?: readonly [before: string, after: string]
  /** How it holds another text. */
  readonly holds?: readonly [before: string, after: string]
}

const command = (name: string, piece: string): Pump => ({ name, piece: `${piece}; ` })
const word = (name: string, piece: string, before = 'cat ', after = ''): Pump => ({
  name,
  piece,
  within: [before, after],
})
const nest = (name: string, before: string, after: string, core = 'cat f@'): Pump => ({
  name,
  piece: `${before}${core}${after}; `,
  holds: [before, after],
})

export const pumps: readonly Pump[] = [
  word('single quotes', "'a b@' "),
  word('double quotes', '"a $x@ b" '),
  word('ANSI quotes', "$'a\\n\\x41@' "),
  word('locale quotes', '$"a@" '),
  word('backslashes', 'a\\ b\\@ '),
  word('one quoted word', '"a"\'b\''),
  word('one long word', 'a'),
  word('a long path', 'a/'),
  word('a long path up', 'a/../'),
  word('dots', '../'),
  word('an absolute path', '/tmp/b@/'),
  word('words', 'a@ '),
  word('options', '-a@ --b@=c '),
  word('globs', '*a@?[bc]* '),
  word('stars', '*'),
  word('starred directories', '*/'),
  word('double stars', '**/'),
  word('brackets', '[a-z]'),
  word('extended globs', '@(a|b)*(c)!(d@) '),
  word('braces', '{a,b@} '),
  word('joined braces', '{a,b}'),
  word('ranges', '{1..9} '),
  word('joined ranges', '{1..9}'),
  word('tildes', '~/a@ ~b '),
  word('variables', '$a@ ${b} '),
  word('joined variables', '$a$b'),
  word('defaults', '${a@:-b} '),
  word('replacements', '${a//b/c@} '),
  word('prefixes', '${a#b@}${a%%c} '),
  word('slices', '${a:1:2}${a^^} '),
  word('lengths', '${#a}${!b} '),
  word('elements', '${a[@]}${a[@]} '),
  word('arithmetic', '$((1+@)) '),
  word('one sum', '1+', 'cat $((', '1))'),
  word('substitutions', '$(cat f@) '),
  word('backquotes', '`cat f@` '),
  word('process substitutions', '<(cut -f1 f@) ', 'paste ', '> out'),
  word('output substitutions', '>(cat > f@) ', 'tee '),
  word('redirects', '> f@ ', 'cat '),
  word('one redirect', '> f ', 'cat '),
  word('descriptors', '@>&1 2>f ', 'cat '),
  word('here-strings', '<<< a@ ', 'cat '),
  word('open here-documents', '<<E ', 'cat ', '\nE\n'),
  word('here-document lines', 'line $x@ `a`\n', 'cat <<E\n', 'E\n'),
  word('quoted here-document lines', 'line@ $x\n', "cat > f <<'E'\n", 'E\nsh f\n'),
  word('assignments', 'a@=b '),
  word('chained variables', 'a@=$a$b ', 'a=x b=$a; '),
  word('pipes', 'cat f | ', '', 'sh'),
  word('pipes to tee', 'tee f@ | ', 'cat x | ', 'sh'),
  word('pipes to xargs', 'xargs cat | ', 'ls | ', 'xargs rm'),
  word('and', 'cat f@ && ', '', 'rm a'),
  word('or', 'cat f@ || ', '', 'rm a'),
  word('and, or', 'cd a@ && cat f || ', '', 'rm a'),
  word('background', 'cat f@ & ', ''),
  word('negations', '! ', '', 'cat f'),
  word('comments', '# a@ "\n', ''),
  word('lines', '\\\n', 'cat a'),
  word('wrappers', 'env a@=b ', '', 'cat f'),
  word('sudo', 'sudo -u a ', '', 'cat f'),
  word('xargs', 'xargs ', '', 'cat f'),
  word('find -exec', 'find . -exec ', '', 'cat f'),
  word('find tests', '-name "*.a@" -o ', 'find . ', '-delete'),
  word('grep patterns', '-e a@ ', 'grep -r '),
  word('git files', 'a@ ', 'git add '),
  word('git refs', 'a@:b@ ', 'git push origin '),
  word('git settings', '-c alias.a@=b ', 'git ', 'a1'),
  word('archive names', 'a@.tar ', 'tar xf '),
  word('curl addresses', 'https://a@.example/b -d @f ', 'curl '),
  word('sed scripts', '-e s/a/b/w@ ', 'sed -i '),
  word('awk', 'print "a@" > "f"; ', "awk '{", "}' f"),
  word('python', 'open("f@","w").write("a"); ', "python -c '", "'"),
  word('node', 'fs.rmSync("f@"); ', "node -e '", "'"),
  word('rm', 'a@ ', 'rm -rf '),
  command('cd and cat', 'cd a; cat f'),
  command('cd up and down', 'cd a@/..; cat f'),
  command('pushd', 'pushd a@; popd'),
  command('written and run', 'echo "cat f" > s@; sh s@'),
  command('appended', 'echo "cat f" >> s; sh s'),
  command('copies', 'cp a@ b@; cat b@'),
  command('links', 'ln -s /bin/rm x@; ./x@ f'),
  command('doubled variables', 'a=$a$a; cat $a'),
  command('grown variables', 'a=${a}b; cat $a'),
  command('exports', 'export a@=b'),
  command('arrays', 'a+=(b@); cat "${a[@]}"'),
  command('long arrays', 'a=(b c d e f); cat ${a[@]}'),
  command('reads', 'read a@'),
  command('sets', 'set -- a b c; cat "$@"'),
  command('aliases', "alias a@='cat f'; a@"),
  command('functions', 'f@() { cat a; }; f@'),
  command('functions that call the last one', 'f() { cat a; f; }; f'),
  command('functions that call two', 'f@() { f1; f2; }'),
  command('traps', "trap 'cat f@' EXIT"),
  command('eval', "eval 'cat f@'"),
  command('eval of variables', 'x="cat f@"; eval "$x"'),
  command('bash -c', "bash -c 'cat f@'"),
  command('sourced', '. ./f@'),
  command('conditional assignments', 'test -f a && x=@; cat $x'),
  command('two ways', 'if a; then x=1; else x=2; fi; cat $x'),
  command('many ways', 'if a; then x@=1; else x@=2; fi; cat $x1 $x2 $x3 $x4 $x5 $x6 $x7'),
  command('ways in one', 'if a; then x=$x@; else x=b$x; fi'),
  command('mktemp', 'd=$(mktemp -d); cat $d/f@'),
  command('git', 'git push origin a@'),
  command('git checkout', 'git checkout a@ -- f'),
  command('git switch', 'git switch -c a@; git commit -m b'),
  command('git -C', 'git -C a@ push'),
  command('git stash', 'git stash'),
  command('tar', 'tar xf a@.tar -C b@'),
  command('unzip', 'unzip a@.zip'),
  command('curl', 'curl -d @f@ https://a@.example'),
  command('curl to sh', 'curl https://a.example/@ | sh'),
  command('fetched and run', 'curl -o x@ https://a.example; sh x@'),
  command('npm', 'npm install a@'),
  command('npx', 'npx a@'),
  command('docker', 'docker run -v a:/b c@ cat f'),
  command('ssh', 'ssh a@ cat f'),
  command('rm -rf', 'rm -rf a@'),
  command('rm of a glob', 'rm -rf a@/*'),
  command('grep -r', 'grep -r a b@'),
  command('find', 'find a@ -name "*.b" -delete'),
  command('chmod', 'chmod -R 777 a@'),
  command('make', 'make a@'),
  command('patch', 'patch -p1 < a@'),
  command('sends', 'cat f@ | curl -d @- https://a.example'),
  command('sends of variables', 'x=$(cat f@); curl https://a.example/$x'),
  nest('subshells', '( ', ' )'),
  nest('groups', '{ ', '; }'),
  nest('substitution', 'echo $( ', ' )'),
  nest('quoted substitution', 'echo "$( ', ' )"'),
  nest('process substitution', 'cat <( ', ' )'),
  nest('if', 'if true; then ', '; fi'),
  nest('if else', 'if a; then x=1; else ', '; fi'),
  nest('while', 'while read x; do ', '; done'),
  nest('until', 'until a; do ', '; done'),
  nest('for', 'for i in a b; do ', '; done', 'cat $i'),
  nest('for of a glob', 'for i in *; do ', '; done', 'cat $i'),
  nest('counted for', 'for ((i=0;i<9;i++)); do ', '; done'),
  nest('select', 'select i in a b; do ', '; done'),
  nest('case', 'case $a in b) ', ' ;; *) cat g ;; esac'),
  nest('function', 'f@() { ', '; }; f@'),
  nest('default', 'echo ${a:-', '}', 'b@'),
  nest('sum', 'echo $(( ', ' ))', '1+@'),
  nest('test', '[[ -n $( ', ' ) ]]'),
  nest('loop that writes', 'for i in a b; do x=$x$i; ', '; done > out', 'cat $x'),
  nest('loop that moves', 'while a; do cd b; ', '; done'),
]

const numbered = (piece: string, at: number): string => piece.replaceAll('@', String(at))

/** As many as fit. */
function fill(piece: string, size: number): string {
  const parts: string[] = []
  let length = 0
  for (let at = 0; length < size; at++) length += parts[parts.push(numbered(piece, at)) - 1]?.length ?? 1
  return parts.join('')
}

/** One beside the other. */
export function repeated({ piece, within: [before, after] = ['', ''] }: Pump, size: number): string {
  return before + fill(piece, size) + after
}

/** One in the other, as deep as it goes. */
export function nested({ holds: [before, after] = ['', ''] }: Pump, core: string, depth: number): string {
  return before.replaceAll('@', '1').repeat(depth) + core + after.replaceAll('@', '1').repeat(depth)
}

/** A text of one in each of the other. */
export function crossed(outer: Pump, inner: Pump, size: number): string {
  const core = repeated(inner, Math.sqrt(size))
  if (outer.holds === undefined) return repeated(outer, size / 2) + '\n' + repeated(inner, size / 2)
  const [before, after] = outer.holds
  return fill(`${before}${core.replaceAll('@', '')}${after}\n`, size)
}
