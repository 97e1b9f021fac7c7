/** Patches of libraries that the bundle applies, most of them so that nothing waits for what the first screen does not need. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

const text = path.join(root, 'packages/cli/src/ui/text');

/** Exports what `Intl.Segmenter` is replaced by. */
export const SEGMENTER = path.join(text, 'segmenter.ts');

/**
 * Ink measures text by our function. That one asks the library only about characters it does not know: the library is evaluated
 * at its first call, because its regular expressions take tens of milliseconds to be made.
 */
export const stringWidth = {
  name: 'string-width',
  setup({ onResolve, onLoad }) {
    const own = path.join(text, 'stringWidth.ts');
    onResolve({ filter: /^string-width$/ }, ({ importer, kind }) => {
      if (kind === 'require-call') return undefined;
      return importer === own ? { path: 'string-width', namespace: 'when-called' } : { path: own };
    });
    onLoad({ filter: /.*/, namespace: 'when-called' }, ({ path: library }) => ({
      contents: `export default (...values) => require(${JSON.stringify(library)}).default(...values);`,
      resolveDir: root,
    }));
  },
};

/** Changes one file of a library; the build fails when there is no such file, as may be after an update. */
function changed(name, file, change) {
  return {
    name,
    setup({ onLoad, onEnd }) {
      let isLoaded = false;
      onLoad({ filter: new RegExp(`node_modules/${file}$`.replaceAll('/', '[\\\\/]')) }, ({ path: found }) => {
        isLoaded = true;
        return { contents: change(readFileSync(found, 'utf8')), resolveDir: path.dirname(found) };
      });
      onEnd(() => (isLoaded ? undefined : { errors: [{ text: `${name}: the bundle has no node_modules/${file}.` }] }));
    },
  };
}

/** The layout engine of ink takes its WebAssembly, which it brings along, from memory and not by a request, which loads an HTTP client. */
export const yoga = changed(
  'yoga',
  'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
  (source) => `const fetch = undefined;${source}`,
);

/** Ink remembers the size of every text that it has ever drawn, which is most of what has been said. Measuring is as quick as looking it up. */
export const measureText = changed(
  'measure-text',
  'ink/build/measure-text.js',
  () => `import widestLine from 'widest-line';
    export default (text) => ({ width: widestLine(text), height: text === '' ? 0 : text.split('\\n').length });`,
);

/**
 * Ink makes an object of every column of every frame, so that texts can overlap. Where each row holds one text, as it does on nearly
 * all our screens, the rows are these texts.
 */
export const frameOutput = changed(
  'frame-output',
  'ink/build/output.js',
  (source) => `${source.replace('export default class Output', 'class OverlappingOutput')}
    export default class Output extends OverlappingOutput {
      get() {
        const rows = Array(this.height).fill(undefined);
        for (const { type, x, y, text, transformers } of this.operations) {
          if (type !== 'write' || x !== 0) return super.get();
          for (const [index, line] of text.split('\\n').entries()) {
            if (y + index >= this.height) continue;
            if (rows[y + index] !== undefined) return super.get();
            rows[y + index] = transformers.reduce((shown, transform) => transform(shown, index), line).trimEnd();
          }
        }
        return { output: rows.join('\\n'), height: this.height };
      }
    }`,
);

/** Ink draws no frames where `CI` is set, not even on a terminal with a person before it, which is found out before ink is loaded. */
export const alwaysDraws = changed('always-draws', 'is-in-ci/index.js', () => 'export default false;');
