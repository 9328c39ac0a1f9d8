import { matchesNameGlob } from '../../patterns/name-glob.ts'
import { lastPart } from '../../patterns/pattern.ts'

/** What coding agents call their tools of one kind, in lower case. */
const groups: Readonly<Record<string, readonly string[]>> = {
  '@read': [
    'cat_file',
    'developer__read_image',
    'file_read',
    'fs_read',
    'notebook_read',
    'notebookread',
    'open_file',
    'read',
    'read_file',
    'read_many_files',
    'readfile',
    'view',
    'view_file',
    'view_image',
  ],
  '@edit': [
    'apply_diff',
    'apply_patch',
    'applypatch',
    'developer__edit',
    'edit',
    'edit_file',
    'editfile',
    'editfiles',
    'file_edit',
    'file_multi_edit',
    'insert_edit_into_file',
    'multi_edit',
    'multi_edit_file',
    'multi_replace_string_in_file',
    'multiedit',
    'notebook_edit',
    'notebookedit',
    'patch',
    'replace',
    'replace_in_file',
    'replace_string_in_file',
    'search_replace',
    'str_replace',
    'str_replace_based_edit_tool',
    'str_replace_editor',
    'strreplace',
  ],
  '@write': [
    'create',
    'create_file',
    'createfile',
    'developer__write',
    'file_write',
    'fs_write',
    'save_file',
    'savefile',
    'write',
    'write_file',
    'write_to_file',
    'writefile',
  ],
  '@search': [
    'codebase_search',
    'developer__tree',
    'directory_tree',
    'directorytree',
    'file_search',
    'find',
    'find_files',
    'finder',
    'glob',
    'glob_file_search',
    'glob_tool',
    'grep',
    'grep_files',
    'grep_search',
    'grep_tool',
    'list',
    'list_dir',
    'list_directory',
    'list_files',
    'ls',
    'rg',
    'search_file_content',
    'search_files',
  ],
}

/** Whether a tool is in a list of names, globs and `@groups`; a bare name also means the last part of `mcp__server__name`. */
export function isListedTool(list: readonly string[], tool: string): boolean {
  const bare = lastPart(tool) ?? tool
  return list.some((item) => {
    const group = groups[item]
    if (group !== undefined) return group.includes(bare.toLowerCase())
    return matchesNameGlob(item, bare) || matchesNameGlob(item, tool)
  })
}
