// Saves the diagnostics file, which the process creates, as a download.
import { useState } from 'react';
import { diagnosticsName, type Diagnostics } from '../../main/contract/diagnostics.ts';
import type { Failure } from '../../main/contract/failure.ts';
import { openSection } from '../commands/palette/settings-sections.ts';
import { useCommands } from '../commands/use-commands.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

export function DiagnosticsSection() {
  const store = useStore();
  const [isMaking, setMaking] = useState(false);
  const [error, setError] = useState<Failure | null>(null);

  async function save() {
    if (isMaking) return;
    setMaking(true);
    setError(null);
    const made = await store.ask('diagnostics.make', {});
    setMaking(false);
    if (!made.ok) return setError(made.failure);
    download(made.value);
    store.notify(t('window.diagnostics.saved'));
  }

  useCommands({
    'diagnostics.save'() {
      openSection('diagnostics');
      void save();
    },
  });

  return (
    <section className="card section" aria-labelledby="settings-diagnostics">
      <h2 id="settings-diagnostics">{t('window.diagnostics.title')}</h2>
      <div className="row">
        <div>
          <p>{t('window.diagnostics.text')}</p>
          <p className="dim small">{t('window.diagnostics.privacy')}</p>
        </div>
        <button type="button" className="button" aria-disabled={isMaking} onClick={() => void save()}>
          {t('window.diagnostics.save')}
        </button>
      </div>
      {error && (
        <p className="concern-text">
          <FailureMessage failure={error} />
        </p>
      )}
    </section>
  );
}

function download(made: Diagnostics) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(made, null, 1), '\n'], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = diagnosticsName(made);
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
