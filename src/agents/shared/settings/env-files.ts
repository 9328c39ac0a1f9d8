/** Files of a project from which an agent takes environment variables, beside `.env`. Apart from the agents: each call may ask. */
export const envFiles: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.local.json'],
  'gemini-cli': ['.gemini/.env'],
  'qwen-code': ['.qwen/.env', '.qwen/settings.json'],
  'vscode-local': ['.vscode/settings.json'],
}
