import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { summaryOr, toolLoop } from '@qwen-code/model-simulator';
import { GeminiEventType } from '../../src/index.js';
import { AgentSession, DIALECTS, answerOf, runPrompt } from './agentSession.js';

let session: AgentSession;
afterEach(() => session.close());

const ROUNDS = 60;

/** Source files of a real package from npm, copied into the project. */
function packageFiles(): string[] {
  const sources = path.join(path.dirname(fileURLToPath(import.meta.resolve('ajv'))), '..', 'lib');
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort();
  return names.map((name) => session.write(path.join('lib', name), readFileSync(path.join(sources, name), 'utf8')));
}

describe.each(DIALECTS)('60 rounds over the source of a package on the %s dialect', (dialect) => {
  it('finish within a window of 128K, with a compaction and no invalid or oversized request', async () => {
    session = await AgentSession.start(dialect, { contextWindow: 131_072 });
    session.simulator.respond = summaryOr(
      toolLoop({ rounds: ROUNDS, files: packageFiles(), callsPerRound: 2, finalText: 'All read.' }),
    );
    const events = await runPrompt(await session.agent(), 'Read the whole package.');
    expect(answerOf(events)).toContain('All read.');
    expect(events.filter(({ type }) => type === GeminiEventType.ChatCompressed).length).toBeGreaterThan(0);
    expect(session.simulator.oversized()).toEqual([]);
    expect(session.simulator.violations()).toEqual([]);
  });

  it.each([32_768, 16_384, 8_192])(
    'finish within a window of %i, and no request is oversized',
    async (contextWindow) => {
      session = await AgentSession.start(dialect, { contextWindow });
      session.simulator.respond = summaryOr(
        toolLoop({ rounds: ROUNDS, files: packageFiles(), finalText: 'All read.' }),
      );
      const events = await runPrompt(await session.agent(), 'Read the whole package.');
      expect(answerOf(events)).toContain('All read.');
      expect(session.simulator.oversized()).toEqual([]);
      expect(session.simulator.violations()).toEqual([]);
    },
  );
});
