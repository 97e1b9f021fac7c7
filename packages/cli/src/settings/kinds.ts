/** The kinds of value a setting can have: each can say what it accepts and how the value of a stronger file joins it. */
import { isObject } from '../utils/isObject.js';

/** How a value joins that of a weaker file: lists are united, records take each other's keys, the rest is replaced. */
export type MergeRule = 'replace' | 'unite' | 'keys';

export interface Kind<T> {
  readonly expected: string;
  readonly merge: MergeRule;
  accepts(value: unknown): boolean;
  /** From what a person typed, for `accepts` to judge; absent where a text cannot say it. */
  parse?(text: string): unknown;
  /** The only values there are. */
  readonly values?: readonly string[];
  /** Carries the type only; never present. */
  readonly type?: T;
}

export interface SchemaTree {
  readonly [key: string]: Kind<unknown> | SchemaTree;
}

/** The value that a schema describes, everything optional. */
export type SettingsOf<S> = { -readonly [K in keyof S]?: S[K] extends Kind<infer T> ? T : SettingsOf<S[K]> };

export function isKind(node: Kind<unknown> | SchemaTree): node is Kind<unknown> {
  return typeof node['accepts'] === 'function';
}

export function text(): Kind<string> {
  return { expected: 'a text', merge: 'replace', accepts: isText, parse: (value) => value };
}

export function boolean(): Kind<boolean> {
  return {
    expected: 'true or false',
    merge: 'replace',
    accepts: (value) => typeof value === 'boolean',
    parse: (value) => value === 'true' || (value === 'false' ? false : value),
    values: ['true', 'false'],
  };
}

export function number(limits: { min?: number; max?: number; integer?: boolean } = {}): Kind<number> {
  const { min = -Infinity, max = Infinity, integer = false } = limits;
  const range = [min > -Infinity ? `from ${min}` : '', max < Infinity ? `to ${max}` : ''].filter(Boolean).join(' ');
  return {
    expected: `${integer ? 'a whole number' : 'a number'}${range && ` ${range}`}`,
    merge: 'replace',
    accepts: (value) =>
      typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value)),
    parse: Number,
  };
}

export function choice<const T extends string>(values: readonly T[]): Kind<T> {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ');
  return {
    expected,
    merge: 'replace',
    accepts: (value) => values.includes(value as T),
    parse: (value) => value,
    values,
  };
}

export function list(merge: MergeRule = 'unite'): Kind<string[]> {
  return { expected: 'a list of texts', merge, accepts: isTextList };
}

export function textOrList(): Kind<string | string[]> {
  return {
    expected: 'a text or a list of texts',
    merge: 'replace',
    accepts: (value) => isText(value) || isTextList(value),
  };
}

/** A value whose inside belongs to the module that uses it. */
export function record<T = Record<string, unknown>>(
  expected = 'an object',
  accepts: (value: unknown) => boolean = isObject,
): Kind<T> {
  return { expected, merge: 'keys', accepts };
}

/** A setting of earlier releases: no value of it is wrong, and the core says that it has no effect. */
export function removed(): Kind<unknown> {
  return { expected: 'anything', merge: 'replace', accepts: () => true };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
