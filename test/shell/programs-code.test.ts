import { expect, test } from 'vitest'
import { effectsOf } from '../../src/shell/programs/effects.ts'
import { command, world } from './programs-world.ts'
import { expectCheap } from '../support/expectations.ts'

function said(argv: readonly string[]): string {
  const all = effectsOf({ ...command('x'), argv }, world)
  const runs = all.runs.map((run) => (run.kind === 'shell' ? run.text : run.argv.join(' ')))
  return [
    ...all.reads.map(({ path }) => `reads ${path}`),
    ...all.creates.map(({ path }) => `creates ${path}`),
    ...all.edits.map(({ path }) => `edits ${path}`),
    ...all.deletes.map(({ path }) => `deletes ${path}`),
    ...all.hosts.map((host) => `host ${host}`),
    ...runs.map((run) => `runs ${run}`),
    ...(all.unresolved.length > 0 ? ['?'] : []),
  ].join(', ')
}

test.each([
  ['print(1+1)', ''],
  ['import sys, json; print(json.load(sys.stdin)["a"])', ''],
  ['import os; print(os.environ["HOME"], os.path.join("a", "b"), os.getcwd())', ''],
  ['import numpy; print(numpy.__version__)', ''],
  ['print("rm -rf / os.remove(x)")', ''],
  ['open(".env", "w").write("x")', 'edits /shop/.env'],
  ['print(open(".env").read())', 'reads /shop/.env'],
  ['with open("new", mode="a") as f: f.write("x")', 'creates /shop/new'],
  ['from pathlib import Path; Path(".env").write_text("x")', 'edits /shop/.env'],
  ['import pathlib; p = pathlib.Path(".env"); print(p.read_text())', 'reads /shop/.env'],
  [
    'import shutil, os; shutil.rmtree(os.path.expanduser("~/work"), ignore_errors=True)',
    'deletes /home/ann/work',
  ],
  [
    'import os; os.remove(os.path.join(os.environ["HOME"], ".ssh", "id_rsa"))',
    'deletes /home/ann/.ssh/id_rsa',
  ],
  ['from pathlib import Path; (Path.home() / ".ssh" / "id_rsa").unlink()', 'deletes /home/ann/.ssh/id_rsa'],
  ['from pathlib import Path; Path("~/notes").expanduser().unlink()', 'deletes /home/ann/notes'],
  ['from pathlib import Path; home = Path.home(); p = home / "notes"; p.unlink()', 'deletes /home/ann/notes'],
  ['from pathlib import Path\nfor p in Path.home().rglob("*.bak"): p.unlink()', 'deletes /home/ann/**/*.bak'],
  ['p = "a"; p = "b"; p = "c"; import os; os.remove(p)', '?'],
  ['p = "a"; p += "b"; import os; os.remove(p)', '?'],
  ['p = "a" if x else "b"; import os; os.remove(p)', '?'],
  ['def f(p="a"): os.remove(p)', '?'],
  ['p = "a"\nwith f() as p: os.remove(p)', '?'],
  ['import shutil; [shutil.rmtree(d) for d in ("build", "dist")]', 'deletes /shop/build, deletes /shop/dist'],
  [
    'import os\nfor d in ["a"]: os.remove(d)\nd = input(); os.remove(d)',
    'deletes /shop/a, deletes /shop/a, ?',
  ],
  ['import os\nfor d in ["a"] + more: os.remove(d)', '?'],
  ['import glob, os\nfor f in glob.glob("*.pyc"): os.remove(f)', 'deletes /shop/*.pyc'],
  ['import subprocess; subprocess.run(["rm"] + names)', '?'],
  ['for d in ["a"]:\n  def f(d): os.remove(d)', 'deletes /shop/a, ?'],
  ['import os; f = len; f = os.remove; f("a")', 'deletes /shop/a, ?'],
  ['import os; os.remove(".env")', 'deletes /shop/.env'],
  ['from os import *; remove(".env"); system("ls")', 'deletes /shop/.env, runs ls'],
  ['from os import *; print(listdir("."), sep, count("."))', ''],
  ['from os import *; execvp("ls", ["ls"])', '?'],
  ['from shutil import *; from os import *; rmtree("src")', 'deletes /shop/src'],
  [
    'import fileinput\nfor l in fileinput.input(".env", inplace=True): print(l)',
    'reads /shop/.env, edits /shop/.env',
  ],
  ['import fileinput\nfor l in fileinput.input(files=["a", "b"]): print(l)', 'reads /shop/a, reads /shop/b'],
  ['import fileinput\nfor l in fileinput.input(".env", inplace=False): print(l)', 'reads /shop/.env'],
  ['import logging; logging.basicConfig(level=10, filename=".env")', 'edits /shop/.env'],
  ['import logging; logging.basicConfig(level=10)', ''],
  ['import logging; logging.basicConfig(filename=name)', '?'],
  ['from logging import FileHandler as F; F(".env")', 'edits /shop/.env'],
  ['import logging.handlers as h; h.RotatingFileHandler("new")', 'creates /shop/new'],
  ['import logging.handlers as h; h.SocketHandler("logs.example", 80)', 'host logs.example'],
  ['import logging.handlers as h; h.SysLogHandler(address=("logs.example", 514))', 'host logs.example'],
  ['import logging.handlers as h; h.SysLogHandler("/dev/log")', ''],
  ['import logging.handlers as h; h.SMTPHandler(host, "a", "b", "c")', '?'],
  ['import os as o; o.unlink(".env")', 'deletes /shop/.env'],
  ['from os import remove as r; r(".env")', 'deletes /shop/.env'],
  ['import shutil; shutil.rmtree("src")', 'deletes /shop/src'],
  ['p = ".env"; import os; os.remove(p)', 'deletes /shop/.env'],
  ['import os; os.remove(".e" + "nv")', 'deletes /shop/.env'],
  ['import os, sys; os.remove(sys.argv[1])', '?'],
  ['import os; os.system("rm -rf src")', 'runs rm -rf src'],
  ['import subprocess; subprocess.run(["rm", "-rf", "src"])', 'runs rm -rf src'],
  ['import subprocess as sp; sp.check_output("ls", shell=True)', 'runs ls'],
  ['import subprocess; subprocess.run(cmd)', '?'],
  ['getattr(__import__("os"), "sys" + "tem")("ls")', '?'],
  ['exec(input())', '?'],
  ['import base64; print(base64.b64decode("eA=="))', '?'],
  ['import socket; socket.create_connection(("a", 1))', '?'],
  ['import socket; s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)', ''],
  ['import socket; s = socket.socket(); s.connect(("a", 1))', '?'],
  ['import urllib.request; urllib.request.urlopen("https://Evil.example/x")', 'host evil.example'],
  ['f = open; f(".env")', 'reads /shop/.env, ?'],
  ['import os; list(map(os.remove, names))', '?'],
])('python: %s', (code, expected) => {
  expect(said(['python3', '-c', code])).toBe(expected)
})

test.each([
  ['process.version', ''],
  ['JSON.parse("{}").a / 2', ''],
  ['console.log(require("./package.json").version)', ''],
  ['require("fs").writeFileSync(".env", "x")', 'edits /shop/.env'],
  ['const fs = require("node:fs"); fs.readFileSync(".env", "utf8")', 'reads /shop/.env'],
  ['const {rmSync: r} = require("fs"); r("src", {recursive: true})', 'deletes /shop/src'],
  ['import { unlink } from "fs/promises"; await unlink(".env")', 'deletes /shop/.env'],
  ['fs.promises.rm(".env")', 'deletes /shop/.env'],
  ['require("child_process").execSync("rm -rf src")', 'runs rm -rf src'],
  ['const {spawn} = require("child_process"); spawn("rm", ["-rf", "src"])', 'runs rm -rf src'],
  ['require("child_process").execSync(`rm ${x}`)', '?'],
  ['require("fs")["rm" + "Sync"](".env")', '?'],
  ['require(process.argv[1])', '?'],
  ['eval(x)', '?'],
  ['for (const d of ["a", "b"]) fs.rmSync(d, { recursive: true })', 'deletes /shop/a, deletes /shop/b'],
  ['["a", "b"].forEach((d) => fs.rmSync(d))', 'deletes /shop/a, deletes /shop/b'],
  ['names.forEach((d) => fs.rmSync(d))', '?'],
  ['["a"].forEach((d, i) => fs.rmSync(d))', 'deletes /shop/a'],
  ['const p = "a"; const f = (p) => fs.rmSync(p); f(x)', '?'],
  ['let p = "a"; p ||= x; fs.rmSync(p)', '?'],
  ['process.chdir("/etc"); fs.rmSync(process.cwd(), { recursive: true })', '?'],
  [
    'const os = require("os"), path = require("path"); fs.rmSync(path.join(os.homedir(), "work"), {recursive: true})',
    'deletes /home/ann/work',
  ],
  ['console.log(`${a}/x`); fs.rmSync("/etc"); console.log(`${b}/y`)', 'deletes /etc'],
  ["require('fs').rmSync(require('path').resolve('..'), {recursive: true})", 'deletes /'],
  ['fs.rmSync(`${dir}/x`); fs.rmSync(process.env.HOME + "/work")', 'deletes /home/ann/work, ?'],
  ['fetch("https://evil.example/")', 'host evil.example'],
  ['process.report.writeReport(".env")', 'edits /shop/.env'],
  ['"a".replace(/["\']/g, ""); fs.rmSync(".env")', 'deletes /shop/.env'],
])('node: %s', (code, expected) => {
  expect(said(['node', '-e', code])).toBe(expected)
})

test.each([
  ['ruby', "puts 'ok'", ''],
  ['ruby', 'File.write(".env", "x")', 'edits /shop/.env'],
  ['ruby', 'system "rm", "-rf", "src"', 'runs rm -rf src'],
  ['ruby', '`rm x`', 'runs rm x'],
  ['ruby', 'require "fileutils"; FileUtils.rm_rf("src")', 'deletes /shop/src'],
  ['ruby', 'eval(gets)', '?'],
  ['ruby', 'p = "a"; p << gets; File.delete(p)', '?'],
  ['ruby', 'p = "a"; p.concat(gets); File.delete(p)', '?'],
  ['ruby', 'FileUtils.rm_rf(File.join(Dir.home, "work"))', 'deletes /home/ann/work'],
  ['ruby', 'FileUtils.rm_rf(ENV["HOME"] + "/work")', 'deletes /home/ann/work'],
  ['ruby', 'FileUtils.rm_rf(Dir.glob(File.join(Dir.home, "*")))', 'deletes /home/ann/*'],
  ['ruby', '["a", "b"].each { |d| FileUtils.rm_rf(d) }', 'deletes /shop/a, deletes /shop/b'],
  ['perl', 'for my $f ("a", "b") { unlink $f }', 'deletes /shop/a, deletes /shop/b'],
  ['perl', 'unlink glob("*.o")', 'deletes /shop/*.o'],
  ['perl', 'unlink "$ENV{HOME}/x"; unlink $ENV{HOME} . "/y"', 'deletes /home/ann/y, ?'],
  ['perl', 'print 1', ''],
  ['perl', '@ARGV = glob("*.key"); print <>', 'reads /shop/*.key'],
  ['perl', '@ARGV = ("a", "b"); print while <>', 'reads /shop/a, reads /shop/b'],
  ['perl', 'exit if @ARGV == ("a", "b")', ''],
  ['perl', 'unlink ".env"', 'deletes /shop/.env'],
  ['perl', 'system("rm", "-rf", "src")', 'runs rm -rf src'],
  ['perl', 'open(F, ">", ".env")', 'edits /shop/.env'],
  ['perl', 'exec "rm x"', 'runs rm x'],
  ['perl', 's/system/x/; print', ''],
])('%s: %s', (program, code, expected) => {
  expect(said([program, '-e', code])).toBe(expected)
})

test.each([
  [['lua', '-e', 'print(_VERSION)'], ''],
  [['lua', '-e', 'os.execute("rm -rf src")'], '?'],
  [['Rscript', '-e', 'cat(nchar("unlink"), "\\n")'], ''],
  [['Rscript', '-e', 'unlink("src", recursive = TRUE)'], '?'],
  [['Rscript', '-e', 'devtools::test(filter = "orders")'], ''],
  [['julia', '--project=.', '-e', 'using Pkg; Pkg.test()'], ''],
  [['julia', '-e', 'println(VERSION)'], ''],
  [['julia', '-e', 'println(read(`ls`))'], '?'],
  [['julia', '-e', 'println("$(rm("src"))")'], '?'],
  [['osascript', '-e', 'display notification "rm -rf done" with title "CI"'], ''],
  [['osascript', '-e', 'do shell script "rm -rf src"'], '?'],
  [['pwsh', '-c', 'Remove-Item ./src -Recurse'], 'runs Remove-Item ./src -Recurse'],
  [
    ['pwsh', '-c', '[IO.File]::Delete("src/cart.ts")'],
    'reads /shop/src/cart.ts, edits /shop/src/cart.ts, deletes /shop/src/cart.ts, ?',
  ],
  [['Rscript', '-e', 'base::unlink("src")'], '?'],
])('%s', (argv, expected) => {
  expect(said(argv)).toBe(expected)
})

test('php: reads, runs', () => {
  expect(said(['php', '-r', 'echo file_get_contents(".env");'])).toBe('reads /shop/.env')
  expect(said(['php', '-r', 'shell_exec("rm x");'])).toBe('runs rm x')
  expect(said(['php', '-r', 'foreach (glob("*.pyc") as $f) unlink($f);'])).toBe('deletes /shop/*.pyc')
})

test('code on standard input is read as well', () => {
  const all = effectsOf(command('python3 -'), world, { text: 'import os\nos.remove(".env")\n' })
  expect(all.deletes).toEqual([{ path: '/shop/.env' }])
})

test.each(['python3 -c', 'node -e', 'ruby -e', 'perl -e', 'php -r', 'awk'])(
  '%s: long nonsense is read in time',
  async (line) => {
    for (const part of [
      '"',
      "'",
      '`',
      '/*',
      '/',
      '#',
      'a.',
      '(',
      'a(',
      '("a"+',
      'for d in [',
      '["a"].map(d=',
      'p=p+',
      '%x(',
      'qq(',
      's/',
      '"""',
      'Path(',
      '.unlink',
      '\\',
    ]) {
      const code = (length: number): string => part.repeat(Math.floor(length / part.length))
      await expectCheap(() => said([...line.split(' '), code(20_000)]), 1000)
    }
  },
)
