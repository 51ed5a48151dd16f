// Which step of the first start is shown.
import { setupSteps } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';

export type SetupStep = 'sign-in' | (typeof setupSteps)[number];

/** A window in a browser has neither notifications nor a tray. */
export const stepsOf = ({ host }: Pick<AppState, 'host'>): readonly SetupStep[] =>
  host.kind === 'desktop' ? ['sign-in', ...setupSteps] : ['sign-in', 'folders'];

type Shown = Pick<AppState, 'host' | 'setup' | 'service' | 'account'>;

/** Returns the step to show, or null once the first start is finished. Without a sign-in, it is the sign-in. */
export function setupStepOf(app: Shown): SetupStep | null {
  const step = stepsOf(app).find((one) => one === app.setup);
  if (step === undefined || app.service.kind !== 'service') return null;
  return app.account.status === 'signed-in' ? step : 'sign-in';
}

/** Returns the previous step, or null if there is none to go back to. */
export function stepBefore(app: Shown, step: SetupStep): Exclude<SetupStep, 'sign-in'> | null {
  const steps = stepsOf(app);
  const before = steps[steps.indexOf(step) - 1];
  return before === undefined || before === 'sign-in' ? null : before;
}

/** Returns what the settings remember once a step is finished. */
export function setupAfter(app: Shown, step: SetupStep): AppState['setup'] {
  const steps = stepsOf(app);
  const next = step === 'sign-in' ? undefined : steps[steps.indexOf(step) + 1];
  return next === undefined || next === 'sign-in' ? 'done' : next;
}
