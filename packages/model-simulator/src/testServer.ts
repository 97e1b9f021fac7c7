/** Starts simulators in tests, by default with the tokenizer that loads at once, and closes them afterwards. */
import { afterEach } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from './index.js';

const running: Simulator[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
});

export async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ tokenizer: 'dense', ...options });
  running.push(simulator);
  return simulator;
}

/** A promise and the function that settles it. */
export function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

export function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function postOpenAi(simulator: Simulator, body: object): Promise<Response> {
  return postJson(`${simulator.url}/v1/chat/completions`, { model: 'm', ...body });
}

export function postAnthropic(simulator: Simulator, body: object): Promise<Response> {
  return postJson(`${simulator.url}/v1/messages`, { model: 'm', max_tokens: 100, ...body });
}

export function postGemini(simulator: Simulator, body: object, stream = false): Promise<Response> {
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return postJson(`${simulator.url}/v1beta/models/m:${method}`, body);
}

/** A PNG header of that size; decoders would want more, readers of dimensions do not. */
export function pngOf(width: number, height: number): string {
  const data = Buffer.alloc(33);
  data.write('\u0089PNG\r\n\u001a\n', 0, 'latin1');
  data.writeUInt32BE(13, 8);
  data.write('IHDR', 12, 'latin1');
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  return data.toString('base64');
}
