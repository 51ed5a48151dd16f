// The first start after a service was chosen: sign-in, folders, notifications, background. Each step can be skipped,
// and a restart continues at the same one.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { AccountNotice } from '../account/account-notice.tsx';
import { CloseChoice, LaunchChoice, NotificationChoices } from '../settings/background-section.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import { choice, t } from '../text.ts';
import { FoldersStep } from './folders-step.tsx';
import { setupAfter, stepBefore, stepsOf, type SetupStep } from './setup-step.ts';

type Props = { readonly app: AppState; readonly step: SetupStep };
/** @property chooseAgain goes back to the choice of a service */
type SetupProps = Props & { readonly chooseAgain: () => void };

export function Setup({ app, step, chooseAgain }: SetupProps) {
  const { changeSettings, order } = useStore();
  const settings = useWindow((state) => state.settings);
  const goOn = () => void changeSettings({ setup: setupAfter(app, step) });
  const back = () => {
    if (app.account.status === 'signing-in') void order('account.cancelSignIn', {});
    chooseAgain();
  };
  const isLast = setupAfter(app, step) === 'done';
  const before = stepBefore(app, step);
  return (
    <Step key={step} app={app} step={step}>
      {step === 'sign-in' && (
        <>
          <AccountNotice app={app} />
          <div className="setup-end">
            <button type="button" className="button" onClick={back}>
              {t('window.setup.back')}
            </button>
            <button type="button" className="button" onClick={goOn}>
              {t('window.setup.later')}
            </button>
          </div>
        </>
      )}
      {step === 'folders' && <FoldersStep app={app} goOn={goOn} />}
      {settings !== null && (step === 'notifications' || step === 'background') && (
        <>
          <div className="setup-choices">
            {step === 'notifications' ? (
              <NotificationChoices settings={settings} />
            ) : (
              <>
                <LaunchChoice />
                <CloseChoice settings={settings} />
              </>
            )}
          </div>
          <div className="setup-end">
            {before !== null && (
              <button type="button" className="button" onClick={() => void changeSettings({ setup: before })}>
                {t('window.setup.back')}
              </button>
            )}
            <button type="button" className="button main-button large-button" onClick={goOn}>
              {isLast ? t('window.setup.finish') : t('window.setup.goOn')}
            </button>
          </div>
        </>
      )}
    </Step>
  );
}

const named = (step: SetupStep) => (step === 'background' ? 'other' : choice(step));

/** The frame of a step. Focuses its heading, so that screen readers start there. */
function Step({ app, step, children }: Props & { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const steps = stepsOf(app);
  const at = steps.indexOf(step);
  return (
    <main className="first" id="main" tabIndex={-1}>
      <div className="first-card setup">
        <span className="setup-track" aria-hidden="true">
          {steps.map((one, index) => (
            <i key={one} className={index <= at ? 'on' : ''} />
          ))}
        </span>
        <p className="dim small setup-at" id={id}>
          <span>{t('window.setup.at', { step: at + 1, steps: steps.length })}</span>{' '}
          {app.account.status === 'signed-in' && (
            <span>{t('window.account.signedInAs', { name: app.account.name })}</span>
          )}
        </p>
        <h1 ref={heading} tabIndex={-1} aria-describedby={id}>
          {t('window.setup.title', { step: named(step), service: app.service.name })}
        </h1>
        <p className="dim setup-lead">{t('window.setup.lead', { step: named(step) })}</p>
        {children}
      </div>
    </main>
  );
}
