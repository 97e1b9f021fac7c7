/**
 * Where the tiers of compaction fire: `qwen` driven through streamed input against the simulator, prompt by prompt, until
 * it has compacted (summaries succeed) or has tried by force (summaries come back empty).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { importSimulator } from '../bundleSimulator.mjs';
import { launchQwen } from './measure.mjs';

const WINDOWS = [10_000, 32_000, 64_000, 128_000, 200_000, 1_000_000];

/** Share of the window that one prompt adds; a tier fires at most this much above its threshold. */
const STEP = 1 / 100;

const CHARACTERS_PER_TOKEN = 4;

export async function benchTiers() {
  const { startSimulator, summaryOr } = await importSimulator('index.ts');
  const rows = [];
  for (const window of WINDOWS) {
    for (const works of [true, false]) rows.push(...(await run({ startSimulator, summaryOr, window, works })));
  }
  return rows;
}

async function run({ startSimulator, summaryOr, window, works }) {
  const home = mkdtempSync(path.join(tmpdir(), 'qwen-tiers-'));
  const events = path.join(home, 'events.jsonl');
  mkdirSync(path.join(home, '.qwen'));
  writeFileSync(
    path.join(home, '.qwen/settings.json'),
    JSON.stringify({
      model: { generationConfig: { contextWindowSize: window } },
      telemetry: { enabled: true, outfile: events },
    }),
  );
  const answer = () => ({ text: 'Noted.' });
  const simulator = await startSimulator({
    contextWindow: window,
    // Four characters a token, so that windows of a million tokens are quick.
    tokenizer: (text) => Array.from({ length: Math.ceil(text.length / CHARACTERS_PER_TOKEN) }, (_, index) => index),
    respond: works ? summaryOr(answer, { words: 200 }) : summaryOr(answer, { defect: 'empty' }),
  });
  const args = ['-y', '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const qwen = launchQwen(args, { simulator, home, cwd: home, stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    const { thresholds, warnedAt } = await drive(qwen.child, { window, works });
    await qwen.ended;
    const attempts = readAttempts(events);
    const firedAt = (trigger) => `${attempts.find((attempt) => attempt.trigger === trigger)?.tokens_before ?? '–'}`;
    const name = `${window / 1000}K, summaries ${works ? 'work' : 'fail'}`;
    return [
      [`${name}: warn shown at`, `${warnedAt ?? '–'}`, `from ${thresholds.warn}`],
      [`${name}: first automatic attempt`, firedAt('auto'), `from ${thresholds.auto}`],
      [`${name}: first attempt by force`, firedAt('hard'), `from ${thresholds.hard}`],
      [
        `${name}: attempts (trigger:status)`,
        attempts.map(({ trigger, status }) => `${trigger}:${status}`).join(' '),
        '',
      ],
      [`${name}: oversized requests`, `${simulator.requests.filter(({ oversized }) => oversized).length}`, '0'],
    ];
  } finally {
    qwen.child.kill();
    await simulator.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Sends prompts until the context has shrunk, or, where summaries fail, until it is above the last threshold. */
async function drive(child, { window, works }) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (wanted) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('qwen ended early.');
      const message = JSON.parse(value);
      if (message.type === wanted) return message;
    }
  };
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const text = 'four'.repeat(Math.ceil(window * STEP));
  let thresholds;
  let warnedAt;
  for (let step = 0, before = 0; step < 1 / STEP; step++) {
    send({ type: 'user', message: { role: 'user', content: `${step} ${text}` } });
    await next('result');
    send({ type: 'control_request', request_id: `${step}`, request: { subtype: 'get_context_usage' } });
    const { totalTokens, breakdown } = (await next('control_response')).response.response;
    thresholds = breakdown.thresholds;
    if (breakdown.currentTier === 'warn') warnedAt ??= totalTokens;
    if (works ? totalTokens < before : totalTokens >= thresholds.hard) break;
    before = totalTokens;
  }
  child.stdin.end();
  return { thresholds, warnedAt };
}

function readAttempts(file) {
  try {
    const records = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return records.filter((record) => record['event.name'] === 'qwen-code.chat_compression');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
