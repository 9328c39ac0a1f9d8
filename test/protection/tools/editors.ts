// Agents in an editor.
import {
  type ToldAgent,
  type Fields,
  at,
  cat,
  claudeLike,
  command,
  echo,
  nested,
  oldNew,
  oldNewStr,
  patch,
  removal,
} from './call.ts'

export const editors: Readonly<Record<string, ToldAgent>> = {
  cline: {
    payload: (name, input, root) => ({
      clineVersion: '3.0.65',
      taskId: 'conv_1',
      sessionContext: { rootSessionId: 's-1' },
      workspaceRoots: [root],
      hookName: 'tool_call',
      tool_call: { id: 'call_1', name, input },
    }),
    writes: {
      run_commands: ({ file }) => ({ commands: ['npm test', `echo x > ${file}`] }),
      'run_commands (objects)': ({ file }) => ({ commands: [{ command: 'tee', args: [file] }] }),
      'editor (creates)': at('path', {
        command: 'create',
        file_text: '',
        new_text: '',
      }),
      'editor (replaces)': at('path', { old_text: 'a', new_text: 'b' }),
      'editor (inserts)': at('path', { new_text: 'b', insert_line: 1 }),
      'apply_patch (changes)': command(patch, 'input'),
      'apply_patch (deletes)': command(removal, 'input'),
    },
    reads: {
      run_commands: ({ file }) => ({ commands: [`cat ${file}`] }),
      read_files: ({ file }) => ({ files: [{ path: file }] }),
      editor: at('path'),
    },
    refusal: /"cancel":true/,
  },
  'cline in VS Code': {
    payload: (toolName, input, root) => ({
      clineVersion: '3.40.0',
      taskId: '1',
      hookName: 'PreToolUse',
      workspaceRoots: [root],
      preToolUse: { toolName, parameters: input },
    }),
    writes: {
      execute_command: ({ file }) => ({ command: `echo x > ${file}`, requires_approval: 'false' }),
      write_to_file: at('path', { content: '' }),
      replace_in_file: at('path', {
        diff: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE',
      }),
      new_rule: at('path', { content: '' }),
      apply_patch: command(patch, 'input'),
      use_mcp_tool: ({ file }) => ({
        server_name: 'fs',
        tool_name: 'write_file',
        arguments: JSON.stringify({ path: file, content: '' }),
      }),
    },
    reads: { execute_command: command(cat), read_file: at('path'), search_files: at('path', { regex: '.' }) },
    refusal: /"cancel":true/,
  },
  cursor: {
    payload: (tool_name, tool_input, root) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      cursor_version: '3.4.1',
      workspace_roots: [root],
      cwd: '',
      tool_name,
      tool_input,
      tool_use_id: 't-1',
    }),
    writes: {
      Shell: ({ file }) => ({ command: `echo x > ${file}`, working_directory: '' }),
      Write: at('file_path', { content: '' }),
      'Write (contents)': at('path', { contents: '' }),
      StrReplace: at('path', oldNew),
      Edit: at('file_path', oldNew),
      EditNotebook: at('target_notebook', {
        cell_idx: 0,
        old_string: '',
        new_string: 'x',
      }),
      Delete: at('path'),
      ApplyPatch: command(patch, 'patch'),
      'MCP:write_file': at('path', { content: '' }),
    },
    reads: { Shell: command(cat), Read: at('path'), Grep: at('path', { pattern: '.' }) },
    refusal: /"permission":"deny"/,
  },
  'cursor, before its own kinds of calls': {
    payload: (event, fields, root) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: event,
      cursor_version: '3.4.1',
      workspace_roots: [root],
      ...(fields as Fields), // of the table below
    }),
    writes: {
      beforeShellExecution: ({ file }) => ({ command: `echo x > ${file}`, cwd: '' }),
      beforeMCPExecution: ({ file }) => ({
        tool_name: 'write_file',
        mcp_server_name: 'fs',
        command: 'npx fs-mcp',
        tool_input: JSON.stringify({ path: file, content: '' }),
      }),
    },
    reads: {
      beforeShellExecution: ({ file }) => ({ command: `cat ${file}`, cwd: '' }),
      beforeReadFile: at('file_path', { content: 'k', attachments: [] }),
    },
    refusal: /"permission":"deny"/,
  },
  kiro: {
    payload: (...call) => ({ ...claudeLike({})(...call), hook_event_name: 'preToolUse' }),
    writes: {
      execute_bash: ({ file }) => ({ command: `echo x > ${file}`, summary: 'Write' }),
      shell: command(echo),
      executeBash: command(echo),
      'fs_write (create)': at('path', { command: 'create', file_text: '' }),
      'fs_write (append)': at('path', { command: 'append', new_str: 'x' }),
      'fs_write (str_replace)': at('path', {
        command: 'str_replace',
        ...oldNewStr,
      }),
      write: at('path', { command: 'create', content: '' }),
      fsWrite: at('path', { text: '' }),
      fsAppend: at('path', { text: '' }),
      strReplace: at('path', { oldStr: 'a', newStr: 'b' }),
      deleteFile: at('targetFile'),
      smartRelocate: ({ file, other }) => ({ sourcePath: other, destinationPath: file }),
      '@fs/write_file': at('path', { content: '' }),
    },
    reads: {
      execute_bash: command(cat),
      fs_read: ({ file }) => ({ operations: [{ mode: 'Line', path: file }] }),
      read: at('path'),
      readFile: at('path'),
      readMultipleFiles: ({ file }) => ({ paths: [file] }),
    },
    refusal: /^Denied by self-protection/,
  },
  'vscode-local': {
    payload: (tool_name, tool_input, cwd) => ({
      timestamp: '2026-11-23T12:00:00.000Z',
      cwd,
      sessionId: 'v-1',
      hookEventName: 'PreToolUse',
      transcript_path: null,
      tool_name,
      tool_input,
      tool_use_id: 'tu-1',
    }),
    writes: {
      run_in_terminal: ({ file }) => ({ command: `echo x > ${file}`, isBackground: false }),
      create_file: at('filePath', { content: '' }),
      replace_string_in_file: at('filePath', {
        oldString: 'a',
        newString: 'b',
      }),
      multi_replace_string_in_file: ({ file }) => ({
        explanation: 'Change it',
        replacements: [{ filePath: file, oldString: 'a', newString: 'b' }],
      }),
      insert_edit_into_file: at('filePath', { explanation: '', code: 'x' }),
      edit_notebook_file: at('filePath', { editType: 'insert', newCode: 'x' }),
      apply_patch: command(patch, 'input'),
      editFiles: ({ file }) => ({ files: [file] }),
    },
    reads: {
      run_in_terminal: command(cat),
      read_file: at('filePath', { startLine: 1, endLine: 9 }),
      grep_search: ({ file }) => ({ query: '.', isRegexp: true, includePattern: file }),
    },
    refusal: nested,
  },
  antigravity: {
    payload: (name, args, root) => ({
      conversationId: '8f0c2b1e',
      modelName: 'gemini-3.8-flash',
      workspacePaths: [root],
      transcriptPath: '/home/dana/.gemini/antigravity-cli/t.jsonl',
      stepIdx: 3,
      toolCall: { name, args },
    }),
    writes: {
      run_command: ({ file }) => ({ CommandLine: `echo x > ${file}`, Cwd: '', WaitMsBeforeAsync: 500 }),
      send_command_input: ({ file }) => ({ CommandId: '1', Input: `echo x > ${file}\n` }),
      write_to_file: at('TargetFile', { CodeContent: '', Overwrite: true }),
      replace_file_content: at('TargetFile', {
        TargetContent: 'a',
        ReplacementContent: 'b',
      }),
      multi_replace_file_content: at('TargetFile', {
        ReplacementChunks: [{ TargetContent: 'a', ReplacementContent: 'b' }],
      }),
    },
    reads: {
      run_command: command(cat, 'CommandLine'),
      view_file: at('AbsolutePath'),
      grep_search: at('SearchPath', { Query: '.' }),
    },
    refusal: /"decision":"deny"/,
  },
  devin: {
    payload: (...call) => {
      const { cwd: _, ...rest } = claudeLike({ prompt_id: '1b0f4a4e', tool_use_id: 'x' })(...call)
      return rest
    },
    writes: {
      exec: ({ file }) => ({ command: `echo x > ${file}`, shell_id: 'main' }),
      write: at('file_path', { content: '' }),
      edit: at('file_path', oldNew),
      notebook_edit: at('notebook_path', { new_source: '' }),
    },
    reads: { exec: command(cat), read: at('file_path'), grep: at('path', { pattern: '.' }) },
    refusal: /"decision":"block"/,
  },
  windsurf: {
    payload: (agent_action_name, tool_info) => ({
      agent_action_name,
      trajectory_id: 't-1',
      execution_id: 'e-1',
      tool_info,
    }),
    writes: {
      pre_run_command: ({ file }) => ({ command_line: `echo x > ${file}`, cwd: '' }),
      pre_write_code: at('file_path', { edits: [oldNew] }),
      pre_mcp_tool_use: ({ file }) => ({
        mcp_server_name: 'fs',
        mcp_tool_name: 'write_file',
        mcp_tool_arguments: { path: file, content: '' },
      }),
    },
    reads: {
      pre_run_command: ({ file }) => ({ command_line: `cat ${file}`, cwd: '' }),
      pre_read_code: at('file_path'),
    },
    refusal: /^Denied by self-protection/,
  },
}
