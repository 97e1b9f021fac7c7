/** A rule of a dialect that a request breaks. */
export interface Violation {
  rule: ViolationRule;
  /** Where, as the provider writes it: `messages[3]`, `messages.3.content.0`, … */
  path: string;
  /** The provider's wording. */
  message: string;
  /** The provider's own code, where it has one. */
  code?: string;
  status?: number;
}

export type ViolationRule =
  | 'shape'
  | 'role'
  | 'alternation'
  | 'call-without-result'
  | 'result-without-call'
  | 'duplicate-id'
  | 'empty-content'
  | 'empty-text'
  | 'thinking-changed'
  | 'thinking-config'
  | 'tools'
  | 'tool-choice'
  | 'image'
  | 'cache-control'
  | 'max-tokens';
