// What a call would commit, in a real repository.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'
import { createShop } from './git-world.ts'

const { git, judge, root, write } = createShop()

describe('commits', () => {
  test('with a message', () =>
    judge({ commits: { message: ['*', String.raw`!/\bSHOP-\d+\b/`] } }, [
      ['git commit -m fix', 'deny'],
      ['git commit -m "SHOP-1 fix"', 'proceed'],
      ['git commit -m fix -m SHOP-2', 'proceed'],
      ['git commit -am fix', 'deny'],
      ['git commit -amSHOP-1', 'proceed'],
      ['git commit --message=fix', 'deny'],
      ['git commit -m fix --trailer "Ticket: SHOP-4"', 'proceed'],
      ['git commit SHOP-1.txt -m fix', 'deny'],
      ['git commit -m fix -- SHOP-1.txt', 'deny'],
      ["git commit -F - <<'EOF'\nfix cart\nEOF", 'deny'],
      ["git commit -F - <<'EOF'\nSHOP-7 fix cart\nEOF", 'proceed'],
      ['echo SHOP-8 fix | git commit -F -', 'proceed'],
      ['echo fix | git commit --file=-', 'deny'],
      ['git commit -F - <<< "SHOP-9 fix"', 'proceed'],
      ['git commit -F - < msg.txt', 'proceed'],
      ['git commit -F msg.txt', 'proceed'],
      ['echo fix > note.txt && git commit -F note.txt', 'deny'],
      ["cat > note.txt <<'EOF'\nSHOP-5 fix\nEOF\ngit commit -F note.txt", 'proceed'],
      ['git commit -F absent.txt', 'ask'],
      ['curl -o msg.txt https://shop.example/m && git commit -F msg.txt', 'ask'],
      ['git commit -m "$(cat <<\'EOF\'\nfix cart\nEOF\n)"', 'deny'],
      ['git commit -m "$(cat <<\'EOF\'\nSHOP-6 fix\nEOF\n)"', 'proceed'],
      ['git commit', 'ask'],
      ['git commit -v', 'ask'],
      ['git commit -m "$M"', 'ask'],
      ['git commit -m fix -e', 'ask'],
      ['git commit --amend --no-edit', 'ask'],
      ['git commit --amend -m fix', 'deny'],
      ['git commit --fixup HEAD', 'ask'],
      ['git commit -C HEAD', 'ask'],
      ['git commit --dry-run -m fix', 'proceed'],
      ['GIT_EDITOR="cp msg.txt" git commit', 'ask'],
      ['git merge topic -m fix', 'deny'],
      ['git merge topic', 'proceed'],
      ['git merge topic -m SHOP-1', 'proceed'],
      ['git log -m fix', 'proceed'],
      ['echo git commit -m fix', 'proceed'],
      ['cat > CHANGELOG.md <<\'EOF\'\n- git commit -m "fix"\nEOF\ngit commit -m "SHOP-9 log"', 'proceed'],
      ['git add . && git commit -m fix', 'deny'],
      ['bash -c "git commit -m fix"', 'deny'],
    ]))

  test('as it is made', async () => {
    await judge({ commits: { amend: true } }, [
      ['git commit --amend', 'deny'],
      ['git commit --amend --no-amend -m x', 'proceed'],
      ['git commit -m x', 'proceed'],
      ['git commit $flags', 'ask'],
      ['git commit -m x "$F"', 'ask'],
      ['git commit -m "$M"', 'proceed'],
      ['git commit -m x -- "$F"', 'proceed'],
      ['git commit --amend $flags', 'deny'],
    ])
    await judge({ commits: { no_verify: true } }, [
      ['git commit -n -m x', 'deny'],
      ['git commit --no-verify', 'deny'],
      ['git commit -m "--no-verify"', 'proceed'],
      ['git commit --no-verify --verify -m x', 'proceed'],
      ['docker exec api git commit -nm x', 'deny'],
      ['git commit $flags -m x', 'ask'],
      ['git commit -m "$M"', 'proceed'],
    ])
  })

  test('of files', async () => {
    write('key.pem', 'key\n')
    write('src/app.ts', 'const app = 2\n')
    await judge({ commits: { files: '*.pem' } }, [
      ['git commit -m x', 'proceed'],
      ['git commit -am x', 'proceed'],
      ['git add . && git commit -m x', 'deny'],
      ['git add -A && git commit -m x', 'deny'],
      ['git add key.pem; git commit -m x', 'deny'],
      ['git add key.pem && git reset && git commit -m x', 'proceed'],
      ['git add src && git commit -m x', 'proceed'],
      ['git add src && git commit -m x && git add key.pem', 'proceed'],
      ['echo k > src/a.pem && git add src && git commit -m x', 'deny'],
      ['git commit -m x key.pem', 'deny'],
      ['git add key.pem && git commit -m x src/app.ts', 'proceed'],
      ['git add "$X" && git commit -m x', 'ask'],
      ['git commit -m x "$X"', 'ask'],
      ['git commit $X', 'ask'],
      ['ssh build.example git commit -m x', 'ask'],
      ['git add -u && git commit -m x', 'proceed'],
      ['git add . ":!key.pem" && git commit -m x', 'proceed'],
      ['git add ":!src" && git commit -m x', 'deny'],
      ["git add '*.pem' && git commit -m x", 'deny'],
      ["git add '*.ts' && git commit -m x", 'proceed'],
      ['echo k > src/a.pem && git add src/a.pem && git commit -m x src', 'deny'],
      ['echo k > src/a.pem && git commit -am x', 'proceed'],
      ['echo k > src/a.pem && git commit -m x src', 'proceed'],
      ['echo k > src/a.pem && git add -u && git commit -m x', 'proceed'],
      ["echo k > src/a.pem && git add 'src/*.pem' && git commit -m x", 'deny'],
      ["echo k > src/a.pem && git add 'src/*.ts' && git commit -m x", 'proceed'],
      ['mkdir keys && echo k > keys/a.pem && git add keys && git commit -m x', 'deny'],
      ['mkdir keys && echo k > keys/a.pem && git add . ":!keys" && git commit -m x src', 'proceed'],
      ['echo key.pem > list && git add --pathspec-from-file=list && git commit -m x', 'deny'],
      ['echo key.pem | git add --pathspec-from-file=- && git commit -m x', 'deny'],
      ['echo src > list && git add --pathspec-from-file list && git commit -m x', 'proceed'],
      ['echo key.pem | git commit -m x --pathspec-from-file=-', 'deny'],
      ['git add --pathspec-from-file=absent && git commit -m x', 'ask'],
      ['git commit -m x --pathspec-from-file="$L"', 'ask'],
      ['git mv cart.ts cart.pem && git commit -m x', 'deny'],
    ])
    await judge({ command: 'git commit', git: { staged: 'src/**' } }, [
      ['git add -u && git commit -m x', 'deny'],
      ['git add src && git commit -m x', 'deny'],
      ['echo src | git add --pathspec-from-file=- && git commit -m x', 'deny'],
      ['git add cart.ts && git commit -m x', 'proceed'],
    ])
    await judge({ commits: { files: 'src/**' } }, [
      ['git commit -m x', 'proceed'],
      ['git commit -am x', 'deny'],
      ['git add -u && git commit -m x', 'deny'],
      ['git commit -m x src', 'deny'],
      ['git rm -r src && git commit -m x', 'deny'],
      ['git commit -m x cart.ts', 'proceed'],
      ['git commit -i -m x cart.ts', 'proceed'],
      ['git add src && git commit -m x cart.ts', 'proceed'],
      ['git add src && git commit -i -m x cart.ts', 'deny'],
    ])
    git('checkout', '-q', '--', '.')
    await judge({ commits: { files: 'src/**' } }, [
      ['git commit -am x', 'proceed'],
      ['echo 1 > src/app.ts && git commit -am x', 'deny'],
      ['echo 1 > src/app.ts && git commit -m x src', 'deny'],
      ['echo 1 > src/app.ts && git add -u && git commit -m x', 'deny'],
      ['echo 1 > src/app.ts && git add src && git commit -m x', 'deny'],
      ['echo 1 > src/app.ts && git commit -m x', 'proceed'],
      ['sed -i s/1/2/ src/app.ts && git commit -am x', 'deny'],
      ['rm src/app.ts && git commit -am x', 'deny'],
      ['rm src/app.ts && git add . && git commit -m x', 'deny'],
      ['git rm -r src && git commit -m x', 'deny'],
      ['git mv src lib && git commit -m x', 'deny'],
      ['echo 1 > cart.ts && git commit -am x', 'proceed'],
    ])
    await judge({ commits: { files: '.env' } }, [
      ['echo T=1 > .env && git add -A && git commit -m x', 'proceed'],
      ['git add -f .env && git commit -m x', 'deny'],
    ])
    rmSync(path.join(root, 'key.pem'))
    git('checkout', '-q', '--', '.')
  })
})
