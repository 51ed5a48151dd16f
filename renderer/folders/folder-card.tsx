// One watched folder: how it does, by which rules, what was taken, what was passed over and why.
import { useRef, useState } from 'react';
import type { FolderState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { FolderRules } from './folder-rules.tsx';
import { rulesWords } from './rules-draft.ts';
import { text } from '../text.ts';

const w = words.folders;
const lamp: Record<FolderState['status'], string> = {
  starting: 'unknown',
  watching: 'on-line',
  polling: 'on-line',
  unavailable: 'off-line',
};

export function FolderCard({ folder, canTrash }: { readonly folder: FolderState; readonly canTrash: boolean }) {
  const { order } = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { id, name, path, status, added, growing, existing, otherNames, passedOver, notFiled, concern } = folder;
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  return (
    <li className="card folder">
      <div className="card-words">
        <h2>{name}</h2>
        <span className="dim small mono breakable">{path}</span>
        <span className="folder-facts small">
          <span>
            <span className={`lamp ${lamp[status]}`} aria-hidden="true" />
            {w.status[status]}
          </span>
          <span className="time">{w.added(added)}</span>
          {growing > 0 && <span className="time">{w.growing(growing)}</span>}
          {otherNames > 0 && <span className="time">{w.otherNames(otherNames)}</span>}
        </span>
        <ul className="folder-rules small" aria-label={w.rules.of(name)}>
          {rulesWords(folder.rules).map((part) => (
            <li key={part} className="breakable">
              {part}
            </li>
          ))}
        </ul>
        {status === 'polling' && <p className="dim small">{w.pollingWords}</p>}
        {concern && (
          <p className="small amiss">
            <FailureMessage failure={concern} />
          </p>
        )}
        {existing > 0 && <Before folder={folder} />}
        {notFiled.length > 0 && (
          <ul className="concern-words not-filed" aria-label={w.notFiled}>
            {notFiled.map((file) => (
              <li key={`${file.name} ${text(file.message)}`} className="breakable">
                {text(file.message)}
              </li>
            ))}
          </ul>
        )}
        {passedOver.length > 0 && (
          <details className="small">
            <summary>{w.passedOver(passedOver.length)}</summary>
            <ul className="passed-over">
              {passedOver.map((file) => (
                <li key={file.name}>
                  <b className="breakable">{file.name}</b> <span className="dim">{text(file.message)}</span>
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
          aria-label={`${w.rules.change}: ${name}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {w.rules.change}
        </button>
        <button
          type="button"
          className="button"
          aria-label={`${w.remove}: ${name}`}
          onClick={() => void order('folders.remove', { id })}
        >
          {w.remove}
        </button>
      </span>
      {isOpen && <FolderRules folder={folder} canTrash={canTrash} onClose={close} />}
    </li>
  );
}

/** Asked once, when the folder is added; the answer can be changed for as long as there is something to take. */
function Before({ folder }: { readonly folder: FolderState }) {
  const { order } = useStore();
  return (
    <p className="folder-before small">
      <span>{w.before(folder.existing)}</span>
      <button
        type="button"
        className="button small-button"
        onClick={() => void order('folders.addExisting', { id: folder.id })}
      >
        {w.addExisting(folder.existing)}
      </button>
    </p>
  );
}
