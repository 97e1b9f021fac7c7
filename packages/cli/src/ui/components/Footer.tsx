/** The line below the input. */
import { useDisplay } from './display.js';
import { footerLines, type FooterData } from './footerLines.js';
import { Lines } from './Lines.js';

export function Footer(props: FooterData) {
  return <Lines lines={footerLines(props, useDisplay())} />;
}
