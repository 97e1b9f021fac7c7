/** Import directions of the house: arrows go down only (docs/architecture.md). */
const core = 'packages/core/src';

/** Layers of core from the top; a layer may import itself and what stands below it. */
const layers = [
  ['index', `^${core}/(index\\.ts|config/)`],
  ['loop', `^${core}/(agent|core)/`],
  ['services', `^${core}/(services|context)/`],
  ['siblings', `^${core}/(providers|session|tools|hooks|telemetry)/`],
  ['utils', `^${core}/utils/`],
  ['types', `^${core}/types\\.ts`],
];

const upward = layers.flatMap(([name, path], index) =>
  index === 0
    ? []
    : [
        {
          name: `core-${name}-imports-upwards`,
          severity: 'error',
          comment: `${name} may import only its own layer and the ones below it`,
          from: { path },
          to: {
            path: layers
              .slice(0, index)
              .map(([, above]) => above)
              .join('|'),
          },
        },
      ],
);

const siblings = ['providers', 'session', 'tools', 'hooks', 'telemetry'].map((name) => ({
  name: `core-${name}-imports-a-sibling`,
  severity: 'error',
  comment: `${name} does not import its siblings`,
  from: { path: `^${core}/${name}/` },
  to: { path: `^${core}/(?!${name}/)(providers|session|tools|hooks|telemetry)/` },
}));

const vendorSdks = [
  ['openai', 'openai'],
  ['anthropic', '@anthropic-ai/sdk'],
  ['gemini', '@google/genai'],
].map(([folder, vendor]) => ({
  name: `vendor-sdk-${folder}`,
  severity: 'error',
  comment: `${vendor} is loaded only inside providers/${folder}/ (types excepted)`,
  from: { path: '^packages/', pathNot: `^${core}/providers/${folder}/|\\.test\\.ts$` },
  to: { path: `node_modules/${vendor}/`, dependencyTypesNot: ['type-only'] },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...upward,
    ...siblings,
    ...vendorSdks,
    {
      name: 'core-imports-cli',
      severity: 'error',
      comment: 'core knows neither the cli nor, outside tests, the simulator',
      from: { path: `^${core}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(cli|model-simulator)/' },
    },
    {
      name: 'ink-outside-ui',
      severity: 'error',
      comment: 'ink and react load only in the interactive terminal',
      from: { path: '^packages/', pathNot: '^packages/cli/(src/ui|test)/' },
      to: { path: 'node_modules/(ink|react)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
  },
};
