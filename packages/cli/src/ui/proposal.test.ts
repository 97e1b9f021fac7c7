import type { ApprovalRequest } from '@qwen-code/qwen-code-core';
import { expect, it } from 'vitest';
import { changedArguments, proposedText } from './proposal.js';

function request(
  toolName: string,
  args: Record<string, unknown>,
  preview: ApprovalRequest['preview'],
): ApprovalRequest {
  return { callId: '1', toolName, displayName: toolName, args, preview, suggestedRule: '' };
}

function diff(originalContent: string | null, newContent: string): ApprovalRequest['preview'] {
  return {
    type: 'edit',
    title: 't',
    diff: { type: 'file_diff', filePath: '/a', originalContent, newContent, fileDiff: '' },
  };
}

it('lets a command be changed', () => {
  const asked = request(
    'run_shell_command',
    { command: 'rm -r x', description: 'd' },
    {
      type: 'command',
      title: 't',
      command: 'rm -r x',
      directory: '/',
    },
  );
  expect(proposedText(asked)).toBe('rm -r x');
  expect(changedArguments(asked, 'rm -ri x\n')).toEqual({ command: 'rm -ri x', description: 'd' });
});

it('lets what is written to a file be changed', () => {
  const asked = request('write_file', { file_path: '/a', content: 'one\n' }, diff(null, 'one\n'));
  expect(proposedText(asked)).toBe('one\n');
  expect(changedArguments(asked, 'two\n')).toEqual({ file_path: '/a', content: 'two\n' });
});

it('turns a changed edit into one of the whole file', () => {
  const args = { file_path: '/a', old_string: 'b', new_string: 'c', replace_all: true };
  const asked = request('edit', args, diff('a b', 'a c'));
  expect(proposedText(asked)).toBe('a c');
  expect(changedArguments(asked, 'A c')).toEqual({
    file_path: '/a',
    old_string: 'a b',
    new_string: 'A c',
    replace_all: false,
  });
});

it('has nothing to change in a question or a note', () => {
  expect(proposedText(request('web_fetch', {}, { type: 'info', title: 't', detail: 'd' }))).toBeUndefined();
  expect(proposedText(request('save_memory', {}, diff('a', 'b')))).toBeUndefined();
});
