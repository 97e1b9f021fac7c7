/** Hands each key to those who listen, from the innermost outwards. */
import type { InputEvent } from './inputEvent.js';

/** A dialog is asked before the input line, and that before the program as a whole; who watches sees every key first. */
export type KeyLayer = 'watch' | 'dialog' | 'input' | 'app';

/** @returns whether the key was used; if not, the next listener is asked. */
export type KeyHandler = (event: InputEvent) => boolean;

const LAYERS: readonly KeyLayer[] = ['watch', 'dialog', 'input', 'app'];

export class KeyDispatcher {
  private readonly handlers: Record<KeyLayer, KeyHandler[]> = { watch: [], dialog: [], input: [], app: [] };

  /** Within a layer who came last is asked first. @returns a function that takes the handler off again. */
  add(layer: KeyLayer, handler: KeyHandler): () => void {
    this.handlers[layer].unshift(handler);
    return () => {
      this.handlers[layer] = this.handlers[layer].filter((other) => other !== handler);
    };
  }

  isListening(layer: KeyLayer): boolean {
    return this.handlers[layer].length > 0;
  }

  dispatch(event: InputEvent): void {
    for (const layer of LAYERS) {
      for (const handler of this.handlers[layer]) {
        if (handler(event)) return;
      }
    }
  }
}
