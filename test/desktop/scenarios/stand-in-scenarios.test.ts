// The scenarios of the desktop app on the stand-in; stand-in.test.ts has what only the stand-in can show.
import { desktopScenarios } from './scenarios.ts';
import { createStandInRuntime } from './stand-in-runtime.ts';

desktopScenarios('on the stand-in', createStandInRuntime());
