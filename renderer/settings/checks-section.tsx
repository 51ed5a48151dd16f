// The pre-flight check, with a button for each problem that the pilot can fix.
import { useState } from 'react';
import type { Check } from '../../main/contract/diagnostics.ts';
import { needsSignIn, type Failure } from '../../main/contract/failure.ts';
import { useCommands } from '../commands/use-commands.ts';
import { openSection } from '../commands/palette/settings-sections.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Icon } from '../elements/icon.tsx';
import { openView } from '../elements/use-view.ts';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

const icons = { good: 'check', problem: 'close', note: 'minus' } as const;

export function ChecksSection() {
  const store = useStore();
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const [isRunning, setRunning] = useState(false);

  async function run() {
    if (isRunning) return;
    setRunning(true);
    setError(null);
    const made = await store.ask('checks.run', {});
    setRunning(false);
    if (!made.ok) return setError(made.failure);
    setChecks(made.value);
    store.announce(summaryOf(made.value));
  }

  useCommands({
    'checks.run'() {
      openSection('checks');
      void run();
    },
  });

  return (
    <section className="card section" aria-labelledby="settings-checks">
      <h2 id="settings-checks">{t('window.check.title')}</h2>
      <div className="row">
        <p>{checks === null ? t('window.check.text') : summaryOf(checks)}</p>
        <button type="button" className="button" aria-disabled={isRunning} onClick={() => void run()}>
          {isRunning ? t('window.check.running') : t('window.check.run')}
        </button>
      </div>
      {checks !== null && (
        <ul className="checks">
          {checks.map((check) => (
            <li key={`${check.about} ${text(check.message)}`} className={`check-line ${check.verdict}`}>
              <Icon name={icons[check.verdict]} />
              <span className="breakable">
                <span className="off-screen">
                  {t('window.check.verdict', { verdict: check.verdict === 'note' ? 'other' : check.verdict })}
                </span>{' '}
                {text(check.message)}
              </span>
              {check.verdict !== 'good' && <Fix check={check} checkAgain={() => void run()} />}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className="concern-text">
          <FailureMessage failure={error} />
        </p>
      )}
    </section>
  );
}

const summaryOf = (checks: readonly Check[]) =>
  t('check.summary', { problems: checks.filter(({ verdict }) => verdict === 'problem').length });

/** The button of a problem. If the fix is outside the app, it runs the check again. */
function Fix({ check, checkAgain }: { readonly check: Check; readonly checkAgain: () => void }) {
  const store = useStore();
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="button small-button" onClick={onClick}>
      {label}
    </button>
  );
  const { about, verdict, requiredAction } = check;
  if (needsSignIn(check)) return button(t('window.account.signIn'), () => void store.signIn());
  if (about === 'secrets') return button(t('window.check.fix', { about }), () => openSection('keeping'));
  if (about === 'service' || requiredAction === 'settings')
    return button(t('window.check.fix', { about: 'service' }), () => openSection('service'));
  if (about === 'folder')
    return button(t('window.check.fix', { about: verdict === 'note' ? 'noFolder' : about }), () => openView('folders'));
  if (about === 'launch' || about === 'notifications')
    return button(t('window.check.fix', { about: 'background' }), () => openSection('background'));
  return button(t('window.check.fix', { about: 'other' }), checkAgain);
}
