/** The offline demo model: fixed rules that stand in for a model when none is configured. */
export { createDemoContentGenerator, DEMO_MODEL } from './demoContentGenerator.js';
export { demoReply, type DemoOptions, type DemoReply } from './demoReply.js';
export { DEMO_LABEL } from './help.js';
