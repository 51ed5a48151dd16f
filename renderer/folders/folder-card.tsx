// A watched folder: its status and rules, the number of added files, and the skipped files with the reasons.
import { useRef, useState } from 'react';
import type { FolderState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { FolderRules } from './folder-rules.tsx';
import { rulesText } from './rules-draft.ts';
import { shownName } from '../shown-name.ts';

const lamp: Record<FolderState['status'], string> = {
  starting: 'unknown',
  watching: 'online',
  polling: 'online',
  unavailable: 'offline',
  unwatched: 'unknown',
};

export function FolderCard({ folder, canTrash }: { readonly folder: FolderState; readonly canTrash: boolean }) {
  const { order, offerUndo } = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { id, name, path, status, added, growing, existing, otherNames, skipped, skippedCount, notFiled, concern } =
    folder;
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  async function stop() {
    if (!(await order('folders.remove', { id }))) return;
    offerUndo(t('window.undo.stopped', { folder: name }), () => order('folders.restore', { id }));
  }
  return (
    <li className="card folder">
      <div className="card-text">
        <h2>{shownName(name)}</h2>
        <span className="dim small mono breakable">{shownName(path)}</span>
        <span className="folder-facts small">
          <span>
            <span className={`lamp ${lamp[status]}`} aria-hidden="true" />
            {t('window.folder.status', { status: status })}
          </span>
          <span className="time">{t('window.folder.added', { n: added })}</span>
          {growing > 0 && <span className="time">{t('window.folder.growing', { n: growing })}</span>}
          {otherNames > 0 && <span className="time">{t('window.folder.otherNames', { n: otherNames })}</span>}
        </span>
        <ul className="folder-rules small" aria-label={t('window.rule.of', { folder: name })}>
          {rulesText(folder.rules).map((part) => (
            <li key={part} className="breakable">
              {part}
            </li>
          ))}
        </ul>
        {status === 'polling' && <p className="dim small">{t('window.folder.pollingText')}</p>}
        {concern && (
          <p className="small invalid">
            <FailureMessage failure={concern} />
          </p>
        )}
        {existing > 0 && <Before folder={folder} />}
        {notFiled.length > 0 && (
          <ul className="concern-text not-filed" aria-label={t('window.folder.notFiled')}>
            {notFiled.map((file) => (
              <li key={`${file.name} ${text(file.message)}`} className="breakable">
                {text(file.message)}
              </li>
            ))}
          </ul>
        )}
        {skipped.length > 0 && (
          <details className="small">
            <summary>{t('window.folder.skipped', { n: skippedCount })}</summary>
            <ul className="skipped">
              {skipped.map((file) => (
                <li key={file.name}>
                  <b className="breakable">{shownName(file.name)}</b> <span className="dim">{text(file.message)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="actions folder-actions">
        <button
          type="button"
          ref={toggle}
          className="button"
          aria-label={t('window.common.actionOn', { action: t('window.rule.change'), name })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('window.rule.change')}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t('window.common.actionOn', { action: t('window.folder.remove'), name })}
          onClick={() => void stop()}
        >
          {t('window.folder.remove')}
        </button>
      </span>
      {isOpen && <FolderRules folder={folder} canTrash={canTrash} onClose={close} />}
    </li>
  );
}

/** The files from before the folder was watched. They can be added as long as there are any. */
function Before({ folder }: { readonly folder: FolderState }) {
  const { order } = useStore();
  return (
    <p className="folder-before small">
      <span>{t('window.folder.existing', { n: folder.existing })}</span>
      <button
        type="button"
        className="button small-button"
        onClick={() => void order('folders.addExisting', { id: folder.id })}
      >
        {t('window.folder.addExisting', { n: folder.existing })}
      </button>
    </p>
  );
}
