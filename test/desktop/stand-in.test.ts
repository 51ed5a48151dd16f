import { desktopScenarios } from './scenarios.ts';
import { createStandInRuntime } from './stand-in-runtime.ts';

desktopScenarios('on the stand-in', createStandInRuntime());
