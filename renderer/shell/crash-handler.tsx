// Shows a message instead of an empty page after an exception in the window.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { t } from '../text.ts';

type Props = { readonly children: ReactNode };
type State = { readonly isBroken: boolean };

// Error boundaries have to be classes.
export class CrashHandler extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="opening">
        <div className="card">
          <p className="card-text">{t('window.crash.message')}</p>
          <button type="button" className="button main-button" onClick={() => location.reload()}>
            {t('window.crash.reload')}
          </button>
        </div>
      </main>
    );
  }
}
