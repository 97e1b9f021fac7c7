/** Looks for a model server on this machine. */
import { connect } from 'node:net';
import { LOCAL_PORTS, type ServerKind } from '../openai/quirks.js';
import { fetchJson } from './fetchJson.js';
import { modelIds } from './windowReaders.js';

export interface LocalServer {
  /** Base URL of its OpenAI-compatible interface. */
  baseUrl: string;
  kind: ServerKind;
  /** Ids of the models it offers, at least one. */
  models: string[];
}

export interface ProbeOptions {
  /** Ports to look at, the preferred first. */
  ports?: ReadonlyArray<{ port: number; kind: ServerKind }>;
  /** Milliseconds for each step of a probe. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const PREFERRED: readonly ServerKind[] = ['ollama', 'llama.cpp', 'lmstudio', 'vllm'];
const WELL_KNOWN_PORTS = Object.entries(LOCAL_PORTS)
  .map(([port, kind]) => ({ port: Number(port), kind }))
  .sort((left, right) => PREFERRED.indexOf(left.kind) - PREFERRED.indexOf(right.kind));

/**
 * The first of the well-known local servers (Ollama, llama.cpp, LM Studio, vLLM) that offers a model; `undefined` when
 * there is none. All ports are looked at in parallel; on closed ones nothing is loaded and no time is lost.
 */
export async function probeLocalServers(options: ProbeOptions = {}): Promise<LocalServer | undefined> {
  const { ports = WELL_KNOWN_PORTS, timeoutMs = 500, signal } = options;
  const probes = ports.map(({ port, kind }) => probe(port, kind, timeoutMs, signal));
  for (const server of probes) {
    const found = await server;
    if (found) return found;
  }
  return undefined;
}

async function probe(
  port: number,
  kind: ServerKind,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<LocalServer | undefined> {
  if (signal?.aborted || !(await isListening(port, timeoutMs))) return undefined;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const models = modelIds(await fetchJson(`${baseUrl}/models`, { timeoutMs }));
  return models.length > 0 ? { baseUrl, kind, models } : undefined;
}

function isListening(port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: timeoutMs });
    const settle = (listening: boolean): void => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}
