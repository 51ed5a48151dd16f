// Property tests draw the same cases in every run, so that failures are reproducible. PROPERTY_SEED=N draws others.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121) });

export { fc };
