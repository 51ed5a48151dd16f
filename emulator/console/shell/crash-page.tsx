// The error boundary of the console.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';

export class CrashHandler extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="alone" role="alert">
        <h1>{messages.broken.title}</h1>
        <p>{messages.broken.message}</p>
        <button type="button" className="button main-button" onClick={() => location.reload()}>
          {messages.broken.again}
        </button>
      </main>
    );
  }
}
