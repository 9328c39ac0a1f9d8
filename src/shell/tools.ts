// What the calls of file, search and fetch tools would do, in every agent's shape.
import { includeFields, isBelow, namedFiles, searchedNames } from './programs/roles/searches.ts'
import { isPathField } from '../patterns/paths/paths.ts'
import { field, isObject, type PlainObject } from '../model/plain-object.ts'
import { directoryIn, groupWith, type ToolGroup } from '../model/tool-groups.ts'
import type { Event, Facts, PathFact, Unresolved } from '../model/types.ts'
import { addedTexts, hasWeakText, replacesText, toSnakeCase } from './added-texts.ts'
import { type MutableLists, createFacts, noFacts } from './kinds.ts'
import { factsOfPatch, isPatch } from './patch.ts'
import { toAbsolute } from './absolute-path.ts'
import { authoritiesOf, hostOf } from '../patterns/text/host-name.ts'
import {
  type PathAccess,
  accessFromName,
  bareName,
  listingTools,
  toolsWithoutFacts,
  typingTools,
} from './tool-names.ts'
import { sentByTool } from './tool-sends.ts'
import { commandShape, isTextList, shellCommandIn, typedShape } from './tool-shapes.ts'
import type { World } from './types.ts'

export interface ShellCall {
  /** A line, or a list of arguments. */
  readonly command: string | readonly string[]
  readonly cwd: string
  /** Which shell reads it, unless a POSIX shell does. */
  readonly dialect?: 'powershell' | 'cmd'
  /** No table names the tool: its input looks like a shell's. */
  readonly guessed?: true
  /** A file put the tool into the group of shells: its other fields count, too. */
  readonly added?: true
  /** It may be something else than a command. */
  readonly doubtful?: true
}

/** The world, and the groups that the project's files extend. */
export interface ToolWorld extends World {
  readonly extendedGroup?: (tool: string) => ToolGroup | undefined
}

/** The shell call that an event is; undefined for any other tool. */
export function shellCallOf(
  { tool_name: tool = '', tool_input: input }: Event,
  world: ToolWorld,
): ShellCall | undefined {
  if (input === undefined) return undefined
  const name = bareName(tool)
  const group = groupOf(tool)
  const isShell = (group ?? world.extendedGroup?.(tool)) === 'shell'
  const isTyped = typingTools.has(name)
  // A server's tool only shares the name of a known one.
  if (!isShell && (groupWith(tool) !== undefined || toolsWithoutFacts.has(tool))) return undefined
  const cwd = isObject(input) ? workingDirOf(input, world) : world.cwd
  const dialect = dialectOf(name)
  if (isShell && !isTyped) {
    const command = shellCommandIn(input)
    if (command !== undefined) return { command, cwd, ...dialect, ...(group !== 'shell' && { added: true }) }
    if (groupWith(tool) === 'shell') return undefined
  }
  if (!isObject(input)) return undefined
  const context = { name, tool, cwd, files: world.files }
  const shape = isTyped ? typedShape(input, context) : commandShape(input, context)
  if (shape === undefined) return undefined
  const { command, known } = shape
  return { command, cwd, guessed: true, ...dialect, ...(!known && { doubtful: true as const }) }
}

function dialectOf(name: string): Pick<ShellCall, 'dialect'> {
  if (/powershell|pwsh/i.test(name)) return { dialect: 'powershell' }
  return /^cmd(?:\.exe)?$/i.test(name) ? { dialect: 'cmd' } : {}
}

function workingDirOf(input: PlainObject, world: World): string {
  const dir = directoryIn(input)
  return dir === undefined ? world.cwd : (toAbsolute(dir, world) ?? '')
}

/** The facts of any other tool; an unknown tool without paths or hosts has none. */
export function factsOfTool(event: Event, world: ToolWorld): Facts {
  const { tool_name: tool = '', tool_input: input } = event
  if (input === undefined) return noFacts
  if (typeof input === 'string' && isPatch(input)) return addPatch(createFacts(), input, world)
  if (!isObject(input)) return noFacts
  const patch = patchIn(input)
  if (patch !== undefined && groupOf(tool) !== 'shell') return addPatch(createFacts(), patch, world)
  const call: ShapedCall = { input, world, event, facts: createFacts() }
  const own = groupOf(tool)
  const group = own ?? world.extendedGroup?.(tool)
  readCall(group, bareName(tool), call)
  if (own === undefined && group !== undefined) addMissingGuesses(call, bareName(tool))
  call.facts.sends.push(...sentByTool(event, group, call.facts))
  return call.facts
}

interface ShapedCall {
  readonly input: PlainObject
  readonly world: World
  readonly event: Event
  readonly facts: MutableLists<Facts>
}

function readCall(group: ToolGroup | undefined, name: string, call: ShapedCall): void {
  switch (group) {
    case 'read':
      return readFiles(call)
    case 'write':
    case 'edit':
      return writeFiles(call, group, name)
    case 'search':
      return addSearch(call, name)
    case 'fetch':
      addHosts(call, true)
      return void call.facts.reads.push(...filesInUrls(call).map(factOf))
    case 'shell':
    case 'subagent':
    case 'todo':
    case 'mcp':
      return undefined
    case undefined:
      return guessAccess(call, name)
  }
}

function groupOf(tool: string): ToolGroup | undefined {
  return groupWith(tool) ?? (isNamespaced(tool) ? groupWith(bareName(tool)) : undefined)
}

function isNamespaced(tool: string): boolean {
  return bareName(tool) !== tool
}

const workingDirs = new Set(['cwd', 'workdir', 'working_directory', 'working_dir'])

interface NamedPath {
  readonly field: string
  readonly path: string
}

/** The paths in an input: every field with a path's name, also inside lists. */
function pathsIn(
  value: unknown,
  world: Pick<World, 'cwd' | 'home'>,
  { field, depth } = { field: '', depth: 0 },
): NamedPath[] {
  if (typeof value === 'string') {
    const path =
      value !== '' && (isNamedForPath(field) || /^file:/i.test(value)) ? toAbsolute(value, world) : undefined
    return path === undefined ? [] : [{ field, path }]
  }
  if (typeof value !== 'object' || value === null || depth > 4) return []
  const below = (each: unknown, key: string): NamedPath[] =>
    pathsIn(each, world, { field: key, depth: depth + 1 })
  if (Array.isArray(value)) return value.flatMap((each: unknown) => below(each, field))
  return Object.entries(value).flatMap(([key, each]) => below(each, key))
}

export function namesPath(input: PlainObject): boolean {
  return patchIn(input) !== undefined || pathsIn(input, { cwd: '/', home: '/' }).length > 0
}

function isNamedForPath(field: string): boolean {
  return (isPathField(field) && !workingDirs.has(field)) || listFields.has(field)
}

const listFields = new Set(['files', 'include', 'uri', 'source', 'src', 'from', 'to'])

function isGlobbed(path: string): boolean {
  return /[*?]/.test(path)
}

/** `file:` in a field for addresses. */
function filesInUrls({ input, world }: ShapedCall): NamedPath[] {
  const urls = Object.entries(input).filter(
    ([key, value]) => isUrlField(key) && /^file:/i.test(String(value)),
  )
  return pathsIn(Object.fromEntries(urls), world)
}

function factOf({ path }: NamedPath): PathFact {
  return isGlobbed(path) ? { path, glob: true } : { path }
}

function readFiles({ input, world, facts }: ShapedCall): void {
  facts.reads.push(...pathsIn(input, world).map(factOf))
}

/** Commands of edit tools that only read. */
const viewCommands = new Set(['view', 'read', 'list'])

function writeFiles(call: ShapedCall, group: 'write' | 'edit', name: string): void {
  const { input, world, facts } = call
  const command = field(input, 'command')
  const paths = pathsIn(input, world)
  const isView = name === 'editor' && command === undefined && !replacesText(input)
  if (isView || (typeof command === 'string' && viewCommands.has(command)))
    return void facts.reads.push(...paths.map(factOf))
  for (const { path } of paths) (isNew(path, call, group) ? facts.creates : facts.edits).push({ path })
  facts.adds.push(...addedTexts(input, oldText(world, name)))
}

/** What a file holds that is written as a whole. */
function oldText(world: World, tool: string): (input: PlainObject) => string | undefined {
  return (input) => {
    const [named, ...others] = /append/i.test(tool) ? [] : pathsIn(input, world)
    return named === undefined || others.length > 0 ? undefined : world.before?.(named.path)
  }
}

/** A missing file is created; after the call the agent's output may say so. */
function isNew(path: string, { world, event, input }: ShapedCall, group: 'write' | 'edit'): boolean {
  const output: unknown = event.tool_output
  if (event.event === 'PostToolUse')
    return typeof output === 'object' && output !== null && Reflect.get(output, 'type') === 'create'
  const makes = group === 'write' || field(input, 'command') === 'create' || field(input, 'old_string') === ''
  return makes && world.files.kind(path) === undefined
}

/** A content search reads every file that it does not skip; listing names reads nothing. */
function addSearch({ input, world, facts }: ShapedCall, name: string): void {
  if (listingTools.has(name.toLowerCase())) return
  const named = pathsIn({ ...input, include: undefined }, world)
  const paths = named.length === 0 ? [{ field: '', path: world.cwd }] : named
  const how = waysOfSearch(input, name)
  const whole = { tree: true, skips: ['ignored', '.git'], ...searchedNames(input, world.cwd) } as const
  const globs = includeFields.map((name) => field(input, name)).filter((each) => typeof each === 'string')
  for (const path of globs) if (path.startsWith('/')) facts.reads.push(factOf({ field: '', path }))
  for (const { path } of paths) {
    const isWhole = world.files.kind(path) !== 'file'
    const { by, ...sought } = how
    const named = by === 'listing' ? how : sought
    const below = isBelow({ path }, { world }) ? how : named
    facts.reads.push(isWhole ? { path, ...whole, ...below } : { ...factOf({ field: '', path }), ...named })
    if (isWhole)
      facts.reads.push(...namedFiles(globs, path, world.cwd).map((each) => ({ path: each, ...named })))
  }
}

/** Claude Code's Grep prints names unless it is asked for contents. */
function waysOfSearch(input: PlainObject, name: string): Pick<PathFact, 'by' | 'seeks'> {
  const mode = field(input, 'output_mode') ?? (name === 'Grep' ? 'files_with_matches' : 'content')
  const sought = ['pattern', 'query', 'regex'].map((key) => field(input, key))
  const seeks = sought.filter((each) => typeof each === 'string')
  return { by: mode === 'content' ? 'search' : 'listing', ...(seeks.length > 0 && { seeks }) }
}

function patchIn(input: PlainObject): string | undefined {
  const found = ['command', 'patch', 'input', 'patchText', 'diff'].map((name) => field(input, name))
  return found.find((value): value is string => typeof value === 'string' && isPatch(value))
}

function addPatch(facts: MutableLists<Facts>, text: string, { cwd }: World): Facts {
  const patch = factsOfPatch(text, cwd)
  facts.creates.push(...patch.creates)
  facts.edits.push(...patch.edits)
  facts.deletes.push(...patch.deletes)
  facts.adds.push(...patch.adds)
  return facts
}

const urlFields = new Set(['url', 'urls', 'uri', 'href', 'endpoint', 'link'])

export function isUrlField(field: string): boolean {
  return urlFields.has(toSnakeCase(field))
}

/** `inTexts`: a prompt may hold URLs, too. */
function addHosts({ input, facts }: Pick<ShapedCall, 'input' | 'facts'>, inTexts: boolean): void {
  for (const [field, value] of Object.entries(input)) {
    const texts = typeof value === 'string' ? [value] : isTextList(value) ? value : []
    const isUrl = isUrlField(field)
    if (!isUrl && !(inTexts && field === 'prompt')) continue
    for (const text of texts) facts.hosts.push(...hostsIn(text, isUrl))
  }
}

function hostsIn(text: string, isUrl: boolean): string[] {
  const found = isUrl ? [text.trim()] : (text.match(/\b(?:https?|wss?|ftp):[\\/]+[^\s"'<>)\]]+/gi) ?? [])
  return found
    .filter((url) => !/^file:/i.test(url))
    .flatMap(authoritiesOf)
    .map((each) => hostOf(each) ?? '')
    .filter((host) => host !== '')
}

/** Fields that name the source of a move or copy. */
const originField = /^(?:source|src|from|old|origin)/
/** Fields of what a tool makes, whatever its name says. */
const resultField = /^(?:dest|new|output)/

export const guessedFacts: Unresolved = {
  reason: 'what this tool does is guessed from the names of its fields',
  text: '',
  about: [],
}

/** By the tool's name, else by the command of an editor, else by what stands beside the path. */
function guessedAccess(name: string, input: PlainObject): PathAccess {
  const verb = field(input, 'command')
  const isVerb = typeof verb === 'string' && /^[a-z_]+$/.test(verb)
  if (isVerb && viewCommands.has(verb)) return 'read'
  const named = [name, ...(isVerb ? [verb] : [])].map(accessFromName)
  return named.find((access) => access !== 'read') ?? (replacesText(input) ? 'write' : 'read')
}

/** Guesses by the words of the tool's name and the names of its fields. A guess can deny a call, but not allow it. */
function guessAccess(call: ShapedCall, name: string): void {
  const { input, world, facts } = call
  addHosts(call, false)
  // Files of a remote repository.
  const isElsewhere = Object.hasOwn(input, 'owner') && Object.hasOwn(input, 'repo')
  const paths = isElsewhere ? [] : pathsIn(input, world)
  const access = guessedAccess(name, input)
  for (const each of paths) addGuess(call, each, access)
  // A text beside a path: the file's new content, or a message to which the file is added.
  const isBoth = access === 'read' && hasWeakText(input)
  if (isBoth) for (const each of paths) addGuess(call, each, 'write')
  if (paths.length > 0 && (isBoth || (access !== 'read' && access !== 'delete')))
    facts.adds.push(...addedTexts(input, oldText(world, name)))
  if (paths.length > 0 || facts.hosts.length > 0) facts.unresolved.push(guessedFacts)
}

/** A group that a file puts a tool into adds facts and replaces none: what the tool's shape says holds beside it. */
function addMissingGuesses(call: ShapedCall, name: string): void {
  const { facts } = call
  const guessed = { ...call, facts: createFacts() }
  guessAccess(guessed, name)
  const written = new Set([...facts.creates, ...facts.edits, ...facts.deletes].map(({ path }) => path))
  const read = new Set(facts.reads.map(({ path }) => path))
  const more = {
    reads: guessed.facts.reads.filter(({ path }) => !read.has(path)),
    creates: guessed.facts.creates.filter(({ path }) => !written.has(path)),
    edits: guessed.facts.edits.filter(({ path }) => !written.has(path)),
    deletes: guessed.facts.deletes.filter(({ path }) => !written.has(path)),
    adds: guessed.facts.adds.filter(({ text }) => !facts.adds.some((each) => each.text === text)),
    hosts: guessed.facts.hosts.filter((host) => !facts.hosts.includes(host)),
  }
  facts.reads.push(...more.reads)
  facts.creates.push(...more.creates)
  facts.edits.push(...more.edits)
  facts.deletes.push(...more.deletes)
  facts.adds.push(...more.adds)
  facts.hosts.push(...more.hosts)
  if (Object.values(more).some((each) => each.length > 0)) facts.unresolved.push(guessedFacts)
}

function addGuess({ facts, world }: ShapedCall, named: NamedPath, access: PathAccess): void {
  const { path, field } = named
  const isOrigin = originField.test(toSnakeCase(field))
  const isRead = access === 'read' && !resultField.test(toSnakeCase(field))
  if (isRead || (access === 'copy' && isOrigin)) facts.reads.push(factOf(named))
  else if (access === 'delete' || (access === 'move' && isOrigin)) facts.deletes.push({ path, tree: true })
  else (world.files.kind(path) === undefined ? facts.creates : facts.edits).push({ path })
}
