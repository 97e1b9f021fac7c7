import { describe, expect, it } from 'vitest';
import { HELP, parseCommand, UsageError } from './commandOptions.js';
import { demo } from './index.js';

describe('the options of the command', () => {
  it('has defaults', () => {
    expect(parseCommand([])).toMatchObject({ port: 8_100, respond: demo, validate: 'strict' });
  });

  it('takes them all', () => {
    const args =
      '--port 0 --window 32768 --output-cap 4096 --scenario tool-loop --files a,b --rounds 3 --style vllm --enforce off ' +
      '--tokenizer dense --server ollama --model x,y --usage absent --prefill-ms 0.5 --lenient';
    expect(parseCommand(args.split(' '))).toMatchObject({
      port: 0,
      contextWindow: 32_768,
      outputCap: 4_096,
      errorStyle: 'vllm',
      enforceWindow: 'off',
      tokenizer: 'dense',
      serverKind: 'ollama',
      models: ['x', 'y'],
      usage: 'absent',
      prefillMsPerToken: 0.5,
      validate: 'record',
    });
  });

  it('asks for help', () => {
    expect(parseCommand(['-h'])).toBeUndefined();
    expect(Math.max(...HELP.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  it.each([
    [['--window', 'big'], /--window takes a number, not "big"/],
    [['--port', '1.5'], /--port takes a whole number/],
    [['--scenario', 'chat'], /--scenario takes demo, echo, tool-loop; not "chat"/],
    [['--style', 'nobody'], /--style takes openai, /],
    [['--scenario', 'tool-loop'], /needs --files/],
    [['--what'], /--what/],
  ])('explains what is wrong with %j', (args, message) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(message);
  });
});
