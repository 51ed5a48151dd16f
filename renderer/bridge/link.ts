// Whether the process responds. Only a window in a browser can lose it.

const linkStates = ['up', 'down', 'closed'] as const;
/** 'down' reconnects automatically; after 'closed' the window has to be opened again from the program. */
export type LinkState = (typeof linkStates)[number];

export type Link = {
  /** Calls back with each state from now on, 'up' once events arrive. Returns a function that unsubscribes. */
  onChange(listener: (state: LinkState) => void): () => void;
};

/** Of the desktop app: it is up from the beginning. */
export const steadyLink: Link = {
  onChange(listener) {
    listener('up');
    return () => {};
  },
};
