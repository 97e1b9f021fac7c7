/** Reads out of a request what the user wants and what has been done about it. */
import type { Content, FunctionCall, GenerateContentRequest, Part } from '@qwen-code/qwen-code-core';
import type { Step, Surroundings } from './job.js';
import { readSnapshot } from './snapshot.js';

export interface Conversation extends Surroundings {
  /** The newest request of the user, '' when there is none. */
  task: string;
  /** Earlier requests, oldest first. */
  earlierTasks: string[];
  /** Calls made for the task, with their outcomes. */
  steps: Step[];
  /** The task has been answered. */
  isAnswered: boolean;
}

/** What a client adds to a message of the user in plan mode. */
const PLAN_MODE = /<(?:system-)?reminder>\s*Plan mode is (?:on|active)\b/i;

/** A message that asks to go on with what was being done. */
const GO_ON = /^(please\s+)?(go on|continue|carry on|proceed|keep going)\b/i;

export function readConversation(request: GenerateContentRequest, directory: string | undefined): Conversation {
  const conversation: Conversation = {
    task: '',
    earlierTasks: [],
    steps: [],
    isAnswered: false,
    directory: directory ?? directoryIn(systemText(request)) ?? process.cwd(),
    tools: toolNames(request),
  };
  const calls = new Map<string, FunctionCall>();
  for (const content of request.contents) {
    for (const { functionCall } of content.parts ?? [])
      if (functionCall) calls.set(callKey(functionCall), functionCall);
    addResults(conversation, calls, content);
    if (content.role === 'model') conversation.isAnswered = isAnswer(content);
    else addUserMessage(conversation, content);
  }
  return conversation;
}

function callKey({ id, name }: { id?: string; name?: string }): string {
  return `${name} ${id}`;
}

function addUserMessage(conversation: Conversation, content: Content): void {
  const text = userText(content);
  if (text === '') return;
  conversation.isPlanMode = (content.parts ?? []).some((part) => PLAN_MODE.test(part.text ?? ''));
  const snapshot = readSnapshot(text);
  if (snapshot) {
    Object.assign(conversation, snapshot);
    return;
  }
  if (GO_ON.test(text) && conversation.task !== '') return;
  if (conversation.task !== '') conversation.earlierTasks.push(conversation.task);
  conversation.task = text;
  conversation.steps = [];
  conversation.isAnswered = false;
}

function addResults(conversation: Conversation, calls: Map<string, FunctionCall>, content: Content): void {
  for (const { functionResponse } of content.parts ?? []) {
    if (!functionResponse) continue;
    const { output, error } = functionResponse.response ?? {};
    conversation.steps.push({
      name: functionResponse.name ?? '',
      args: calls.get(callKey(functionResponse))?.args ?? {},
      output: String(error ?? output ?? ''),
      failed: error !== undefined,
    });
  }
}

function isAnswer(content: Content): boolean {
  const parts = content.parts ?? [];
  return parts.some((part) => part.text && !part.thought) && !parts.some((part) => part.functionCall);
}

/** What a person wrote in a message: its text without reminders that programs add. */
function userText(content: Content): string {
  return (content.parts ?? [])
    .map((part: Part) => part.text ?? '')
    .join('\n')
    .replace(/<(system-)?reminder>[\s\S]*?<\/\1reminder>/g, '')
    .trim();
}

/** The system instruction as text. */
export function systemText(request: GenerateContentRequest): string {
  const instruction = request.config?.systemInstruction;
  if (instruction === undefined) return '';
  const list: unknown[] = Array.isArray(instruction) ? instruction : [instruction];
  return list
    .flatMap((entry) => (hasParts(entry) ? entry.parts : [entry]))
    .map((part) => (typeof part === 'string' ? part : String((part as Part).text ?? '')))
    .join('\n');
}

function hasParts(value: unknown): value is { parts: unknown[] } {
  return typeof value === 'object' && value !== null && Array.isArray((value as { parts?: unknown }).parts);
}

function directoryIn(system: string): string | undefined {
  return /working directory[^\n:]*:\s*[`"]?((?:\/|[A-Za-z]:\\)[^\n`"]*?)[`"]?(?: \([^)\n]*\))?\s*$/im.exec(system)?.[1];
}

function toolNames(request: GenerateContentRequest): Set<string> {
  const names = new Set<string>();
  for (const tool of request.config?.tools ?? []) {
    if (!('functionDeclarations' in tool)) continue;
    for (const { name } of tool.functionDeclarations ?? []) if (name) names.add(name);
  }
  return names;
}
