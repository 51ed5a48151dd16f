// One watched folder: how it does, what was taken, what was passed over and why.
import type { FolderState } from '../../main/contract/state.ts';
import { FailureWords } from '../elements/failure-words.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';

const w = words.folders;
const lamp: Record<FolderState['status'], string> = {
  starting: 'unknown',
  watching: 'on-line',
  polling: 'on-line',
  unavailable: 'off-line',
};

export function FolderCard({ folder }: { readonly folder: FolderState }) {
  const { order } = useStore();
  const { id, name, path, status, taken, growing, existing, passedOver, concern } = folder;
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
          <span className="time">{w.taken(taken)}</span>
          {growing > 0 && <span className="time">{w.growing(growing)}</span>}
        </span>
        {status === 'polling' && <p className="dim small">{w.pollingWords}</p>}
        {concern && (
          <p className="small amiss">
            <FailureWords failure={concern} />
          </p>
        )}
        {passedOver.length > 0 && (
          <details className="small">
            <summary>{w.passedOver(passedOver.length)}</summary>
            <ul className="passed-over">
              {passedOver.map((file) => (
                <li key={file.name}>
                  <b className="breakable">{file.name}</b> <span className="dim">{file.words}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span className="actions">
        {existing > 0 && (
          <button type="button" className="button" onClick={() => void order('folders.takeExisting', { id })}>
            {w.takeExisting(existing)}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-label={`${w.remove}: ${name}`}
          onClick={() => void order('folders.remove', { id })}
        >
          {w.remove}
        </button>
      </span>
    </li>
  );
}
