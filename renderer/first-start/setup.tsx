// The first start after a service was chosen: sign-in, folders, notifications, background. Each step can be skipped,
// and a restart continues at the same one.
import { Button } from '../elements/button.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { SuggestedFolder } from '../../main/contract/folder-rules.ts';
import type { AppState } from '../../main/contract/state.ts';
import { Check } from '../elements/form-fields.tsx';
import { AccountNotice } from '../account/account-notice.tsx';
import { AddFolder, programName, suggestedFacts, useSuggestedFolders, watchSuggested } from '../folders/add-folder.tsx';
import { DryRun } from '../folders/dry-run.tsx';
import { CloseChoice, LaunchChoice, NotificationChoices } from '../settings/background-section.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import { choice, t } from '../text.ts';
import { setupAfter, type SetupStep, stepBefore, stepsOf } from './setup-steps.ts';

type StepProps = { readonly app: AppState; readonly step: SetupStep };
/** @property chooseAgain goes back to the choice of a service */
type SetupProps = StepProps & { readonly chooseAgain: () => void };

export function Setup({ app, step, chooseAgain }: SetupProps) {
  const { changeSettings, send } = useStore();
  const settings = useWindow((state) => state.settings);
  const goOn = () => void changeSettings({ setup: setupAfter(app, step) });
  const back = () => {
    if (app.account.status === 'signing-in') void send('account.cancelSignIn', {});
    chooseAgain();
  };
  const isLast = setupAfter(app, step) === 'done';
  const before = stepBefore(app, step);
  return (
    <Step key={step} app={app} step={step}>
      {step === 'sign-in' && (
        <>
          <AccountNotice app={app} />
          <div className="line setup-end">
            <Button onClick={back}>{t('window.setup.back')}</Button>
            <Button onClick={goOn}>{t('window.setup.later')}</Button>
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
          <div className="line setup-end">
            {before !== null && (
              <Button onClick={() => void changeSettings({ setup: before })}>{t('window.setup.back')}</Button>
            )}
            <Button look="main" size="large" onClick={goOn}>
              {isLast ? t('window.setup.finish') : t('window.setup.goOn')}
            </Button>
          </div>
        </>
      )}
    </Step>
  );
}

const named = (step: SetupStep) => (step === 'background' ? null : choice(step));

/** The frame of a step. Focuses its heading, so that screen readers start there. */
function Step({ app, step, children }: StepProps & { readonly children: ReactNode }) {
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
        <p className="line dim small setup-at" id={id}>
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

type FoldersStepProps = { readonly app: AppState; readonly goOn: () => void };

/** The folder step of the first start: the folders with screenshots, each with a dry run, or any other folder. */
function FoldersStep({ app, goOn }: FoldersStepProps) {
  const store = useStore();
  const found = useSuggestedFolders();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isOther, setIsOther] = useState(false);
  const watched = new Set(app.folders.map(({ path }) => path));
  const offered = (found ?? []).filter(({ path }) => !watched.has(path));
  // Preselects the folder with the newest screenshots of a simulator.
  const likely = found?.find(({ approval, newest }) => !approval && newest !== null);
  const isChosen = (folder: SuggestedFolder) => changed.get(folder.path) ?? folder === likely;
  const chosen = offered.filter(isChosen);
  const hasForm = isOther || found?.length === 0;

  async function watch() {
    for (const folder of chosen) if (!(await watchSuggested(store, folder))) return;
    goOn();
  }

  return (
    <>
      {(offered.length > 0 || watched.size > 0) && (
        <ul className="setup-folders">
          {app.folders.map(({ path }) => (
            <li key={path}>{t('window.folder.watching', { path })}</li>
          ))}
          {offered.map((folder) => (
            <li key={folder.path}>
              <Check
                className="setup-folder"
                checked={isChosen(folder)}
                onChange={(isWanted) => setChanged(new Map(changed).set(folder.path, isWanted))}
              >
                <b>{programName(folder)}</b>
                <small className="dim mono breakable">{folder.path}</small>
                <small className="dim">{suggestedFacts(folder)}</small>
                {folder.approval && <small className="dim">{t('window.setup.approval')}</small>}
              </Check>
              <DryRun path={folder.path} names={folder.names} approval={folder.approval} existing={false} />
            </li>
          ))}
        </ul>
      )}
      {found !== null && found.length === 0 && <p>{t('window.setup.noFolders')}</p>}
      {hasForm ? (
        <AddFolder canChoose={app.host.canChooseFolder} />
      ) : (
        <Button look="link" className="first-more" onClick={() => setIsOther(true)}>
          {t('window.setup.otherFolder')}
        </Button>
      )}
      <div className="line setup-end">
        <Button onClick={goOn}>{t('window.setup.skip')}</Button>
        <Button look={hasForm ? 'plain' : 'main'} size="large" onClick={() => void watch()}>
          {chosen.length === 0 ? t('window.setup.goOn') : t('window.setup.watch', { n: chosen.length })}
        </Button>
      </div>
    </>
  );
}
