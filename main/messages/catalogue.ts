// The areas of the catalogue, apart from those of the window. Each edge joins those that it shows.
import type { Catalogue } from './formatter.ts';
import appTexts from './en/app.json' with { type: 'json' };
import checkTexts from './en/check.json' with { type: 'json' };
import cliTexts from './en/cli.json' with { type: 'json' };
import decisionTexts from './en/decision.json' with { type: 'json' };
import dryRunTexts from './en/dryRun.json' with { type: 'json' };
import explainTexts from './en/explain.json' with { type: 'json' };
import exportTexts from './en/export.json' with { type: 'json' };
import failureTexts from './en/failure.json' with { type: 'json' };
import historyTexts from './en/history.json' with { type: 'json' };
import inputTexts from './en/input.json' with { type: 'json' };
import intakeTexts from './en/intake.json' with { type: 'json' };
import resultPageTexts from './en/resultPage.json' with { type: 'json' };
import sharedTexts from './en/shared.json' with { type: 'json' };

/** What the hosts show outside of a window: dialogs of the system, the end of the program. */
export const app: Catalogue = appTexts;
export const cli: Catalogue = cliTexts;
/** Core's messages: failures, decisions, history, and texts that come from elsewhere as they are. */
export const core: Catalogue = {
  ...sharedTexts,
  ...checkTexts,
  ...decisionTexts,
  ...dryRunTexts,
  ...explainTexts,
  ...failureTexts,
  ...historyTexts,
  ...inputTexts,
  ...intakeTexts,
};
export const resultPage: Catalogue = resultPageTexts;
/** What exported files contain. */
export const exported: Catalogue = { ...sharedTexts, ...exportTexts };
