import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { joinPrompt, readAll } from './pipedInput.js';

const never = { waitForever: true, onGiveUp: () => expect.unreachable() };

describe('readAll', () => {
  it('joins bytes before it decodes them', async () => {
    const bytes = Buffer.from('\uFEFFa€😀b');
    const chunks = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await readAll(Readable.from(chunks), never)).toBe('a€😀b');
  });

  it('reads on for as long as it takes once something has come', async () => {
    const stream = new PassThrough();
    stream.write('one ');
    const text = readAll(stream, { waitForever: false, firstByteMs: 20, onGiveUp: () => expect.unreachable() });
    setTimeout(() => stream.end('two'), 60);
    expect(await text).toBe('one two');
  });

  it('refuses a pipe that does not end', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1000);
      })(),
    );
    await expect(readAll(endless, { ...never, maxBytes: 5000 })).rejects.toMatchObject({ exitCode: 42 });
    expect(endless.destroyed).toBe(true);
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    const text = readAll(new PassThrough(), { ...never, signal: abort.signal });
    abort.abort();
    expect(await text).toBe('');
  });

  it('gives up on a pipe that stays silent', async () => {
    let gaveUp = 0;
    const text = await readAll(new PassThrough(), { waitForever: false, firstByteMs: 1, onGiveUp: () => gaveUp++ });
    expect([text, gaveUp]).toEqual(['', 1]);
  });
});

it.each([
  ['log\n', 'explain', 'log\n\nexplain'],
  ['', 'explain', 'explain'],
  ['log\n', undefined, 'log'],
  [' \n', ' ', ''],
])('%j and %j make %j', (piped, query, prompt) => expect(joinPrompt(piped, query)).toBe(prompt));
