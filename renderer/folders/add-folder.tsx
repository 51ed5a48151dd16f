// Adds a folder: chosen in the host's own dialog where it has one, typed where not.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { DryRun } from './dry-run.tsx';
import { text } from '../text.ts';

const w = words.folders;

export function AddFolder({ canChoose }: { readonly canChoose: boolean }) {
  const store = useStore();
  const [path, setPath] = useState('');
  const [existing, setExisting] = useState(false);
  const [error, setError] = useState<string | undefined>();

  async function choose() {
    const result = await store.ask('folders.choose', {});
    if (!result.ok) return setError(text(result.failure.message));
    if (result.value !== null) setPath(result.value);
    setError(undefined);
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    const wanted = path.trim();
    if (wanted === '') return setError(words.fields.required(w.path));
    const result = await store.ask('folders.add', { path: wanted, existing });
    if (!result.ok) return setError(text(result.failure.message));
    setError(undefined);
    setPath('');
    setExisting(false);
    store.tell(w.watching(wanted));
  }

  return (
    <form className="card add-folder" onSubmit={(event) => void add(event)} noValidate>
      <div className="card-words">
        <Field
          label={w.path}
          hint={w.pathHint}
          error={error}
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            setError(undefined);
          }}
          className="mono"
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
        />
        <Choices
          question={w.beforeQuestion}
          value={existing ? 'take' : 'leave'}
          onChange={(value) => setExisting(value === 'take')}
          choices={[
            { value: 'leave', label: w.beforeLeave },
            { value: 'take', label: w.existing },
          ]}
        />
        {path.trim() !== '' && (
          <DryRun key={`${existing} ${path}`} path={path} names={null} approval={null} existing={existing} />
        )}
      </div>
      <span className="actions">
        {canChoose && (
          <button type="button" className="button" onClick={() => void choose()}>
            {w.choose}
          </button>
        )}
        <button type="submit" className="button main-button">
          {w.add}
        </button>
      </span>
    </form>
  );
}
