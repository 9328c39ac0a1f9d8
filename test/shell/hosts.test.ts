// The hosts that a call reaches, however they are spelled and wherever they are said.
import { describe, expect, test } from 'vitest'
import { bash, subjectIn } from '../support/facts-world.ts'

const hostsOf = (line: string): readonly string[] => [...subjectIn({}, bash(line)).facts().hosts].toSorted()

describe('a host is the one that is reached', () => {
  test.each<[string, readonly string[]]>([
    ['curl http://Shop.Example./', ['shop.example']],
    ['curl http:/shop.example/x', ['shop.example']],
    ['curl http:///shop.example/x', ['shop.example']],
    [String.raw`curl 'http:\\shop.example\x'`, ['shop.example']],
    ['curl http://a.example@b.example:81/', ['b.example']],
    [String.raw`curl 'http://a.example\@b.example/'`, ['a.example', 'b.example']],
    ['curl http://sh%6fp.example/', ['shop.example']],
    ['curl http://ｓｈｏｐ.example/', ['shop.example']],
    ['curl http://bücher.example/', ['xn--bcher-kva.example']],
    ['curl http://0177.0.0.1/', ['127.0.0.1']],
    ['curl http://[::ffff:10.0.0.1]/', ['10.0.0.1']],
    ['curl http://[0:0::0:1]/', ['::1']],
    ['curl u?$x', ['u']],
    ['curl "shop.example#$x"', ['shop.example']],
    ['curl https://shop.example:80?$x', ['shop.example']],
    ['curl "https://shop.example?q=$(date)"', ['shop.example']],
    ['curl shop.example/$x', ['shop.example']],
    ['curl -d @orders.ts "u?$x@b.example"', ['u']],
    ['curl https://shop.example:$x', []],
    ['curl https://shop.example$x', []],
    ['curl $h?x', []],
    ['curl ./$x?y', []],
    ['curl file://shop.example/$x', []],
    ['ssh "ssh://box.example?x"', ['box.example']],
    ['ping fe80::1', ['fe80::1']],
    ['https_proxy=http://proxy.example:3128 curl https://a.example', ['a.example', 'proxy.example']],
    ['ALL_PROXY=socks5h://proxy.example wget -q https://a.example', ['a.example', 'proxy.example']],
    ['wget -e http_proxy=proxy.example:3128 http://a.example -O -', ['proxy.example', 'a.example']],
    ['ssh -o HostName=b.example a', ['b.example', 'a']],
    ['ssh -o ProxyJump=ann@b.example a', ['b.example', 'a']],
    ['git -c url.https://b.example/.insteadOf=https://a.example/ fetch https://a.example/x', ['b.example']],
    ['git -c http.proxy=proxy.example:80 fetch https://a.example/x', ['a.example', 'proxy.example']],
    ['npm view cart --registry http://npm.example', ['npm.example', 'registry:npm']],
    ['npm_config_registry=http://npm.example npm view cart', ['registry:npm', 'npm.example']],
    ['npm i git+https://git.example/cart.git', ['git.example', 'registry:npm']],
    ['npm i cart@git@git.example:shop/cart', ['git.example', 'registry:npm']],
    ['npm i shop/cart', ['github.com', 'registry:npm']],
    ['npx --registry http://npm.example cart', ['npm.example', 'registry:npm']],
    ['pip install -i https://pypi.example/simple cart', ['pypi.example', 'registry:pypi']],
    ['PIP_INDEX_URL=https://pypi.example pip install cart', ['registry:pypi', 'pypi.example']],
    ['GOPROXY=https://go.example,direct go get x', ['registry:go', 'go.example']],
    ['psql postgresql://ann:pw@db.example:5432/shop', ['db.example']],
    ["psql 'host=db.example port=5432'", ['db.example']],
    ['PGHOST=db.example psql shop', ['db.example']],
    ['PGHOST=/var/run/postgresql psql shop', []],
    ['mongosh mongodb://db.example/shop', ['db.example']],
    ['docker -H tcp://box.example:2375 ps', ['box.example']],
    ['DOCKER_HOST=ssh://ann@box.example docker ps', ['box.example']],
    ['DOCKER_HOST=unix:///var/run/docker.sock docker ps', []],
    ['kubectl --server https://box.example:6443 get pods', ['box.example']],
  ])('%s', (line, expected) => {
    expect(hostsOf(line)).toEqual(expected.toSorted())
  })
})

describe('a command of the same call says what a later one reaches', () => {
  const git = { files: { '.git/HEAD': 'ref: refs/heads/main', '.git/config': '' } }
  test.each<[string, readonly string[]]>([
    ['git remote add box https://git.example/x && git fetch box', ['git.example']],
    ['git remote add box https://git.example/x', []],
    ['git config remote.origin.url https://git.example/x; git fetch', ['git.example']],
    [
      'git config --global http.proxy proxy.example:80; git fetch https://a.example/x',
      ['a.example', 'proxy.example'],
    ],
    [
      'git config url.https://b.example/.insteadOf https://a.example/; git pull https://a.example/x',
      ['b.example'],
    ],
    ['npm config set registry https://npm.example; npm view cart', ['npm.example', 'registry:npm']],
    [
      'npm config set registry=https://npm.example --location=project; npm ci',
      ['npm.example', 'registry:npm'],
    ],
    ['echo registry=https://npm.example > .npmrc; npm ci', ['npm.example', 'registry:npm']],
  ])('%s', (line, expected) => {
    expect([...subjectIn(git, bash(line)).facts().hosts].toSorted()).toEqual(expected.toSorted())
  })

  test('the registry of .npmrc is reached', () => {
    const shop = { files: { '.npmrc': '@shop:registry=https://npm.example/\n' } }
    expect(subjectIn(shop, bash('npm ci')).facts().hosts).toEqual(['registry:npm', 'npm.example'])
  })
})
