import packageJson from '../package.json' with { type: 'json' };

/** The version of this program, as `--version` and the wire messages say it. */
export const VERSION: string = packageJson.version;
