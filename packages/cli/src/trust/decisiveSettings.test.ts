import { expect, it } from 'vitest';
import { decisiveSettings } from './decisiveSettings.js';

it('names what changes what is run or where data goes, and keeps secrets to itself', () => {
  const settings = {
    tools: { approvalMode: 'yolo', truncateToolOutputThreshold: 5 },
    permissions: {
      allow: ['run_shell_command(rm *)', 'edit'],
      deny: ['x'],
      folders: { '/a': { allow: ['write_file'] } },
    },
    security: { auth: { baseUrl: 'http://elsewhere/v1', apiKey: 'secret' } },
    env: { TOKEN: 'secret', OPENAI_BASE_URL: 'http://there/v1' },
    modelProviders: {
      openai: [
        { id: 'a', baseUrl: 'http://third/v1' },
        { id: 'b', baseUrl: 'http://third/v1' },
      ],
    },
    hooks: {
      Stop: [
        {
          hooks: [
            { type: 'command', command: './stop.sh' },
            { type: 'command', command: 'date' },
          ],
        },
      ],
    },
    mcpServers: { db: { command: 'npx', args: ['-y', 'db'] }, web: { httpUrl: 'http://web/mcp' } },
    ui: { theme: 'dark' },
  };
  expect(decisiveSettings(settings)).toEqual([
    'tools.approvalMode: yolo',
    'permissions.allow: run_shell_command(rm *), edit',
    'security.auth.baseUrl: http://elsewhere/v1',
    'permissions.allow in /a: write_file',
    'environment variables: OPENAI_BASE_URL=http://there/v1, TOKEN',
    'modelProviders: http://third/v1',
    'hook Stop runs: ./stop.sh',
    'hook Stop runs: date',
    'MCP server db runs: npx -y db',
    'MCP server web at: http://web/mcp',
  ]);
});

it('takes values of any type', () => {
  const settings = {
    tools: 'x',
    permissions: { allow: {}, folders: [] },
    env: null,
    hooks: { Stop: [1, { hooks: 2 }] },
  };
  expect(decisiveSettings(settings)).toEqual([]);
  expect(decisiveSettings({ mcpServers: { odd: 3 } })).toEqual(['MCP server odd at: ']);
});
