// Limits concurrency, first come, first served. Each slot has its own resource, created on first use and dropped when
// nothing is in progress.

type ResourcePool<Tool> = {
  /** Starts immediately if a slot is free. Settles as `work` does. */
  run<T>(work: (tool: Tool) => Promise<T>): Promise<T>;
};

export function createResourcePool<Tool>(count: number, makeTool: () => Tool): ResourcePool<Tool> {
  const waiting: (() => void)[] = [];
  let tools: Tool[] = [];
  let busy = 0;

  return {
    async run(work) {
      if (busy < count) busy += 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      const tool = tools.pop() ?? makeTool();
      try {
        return await work(tool);
      } finally {
        tools.push(tool);
        const next = waiting.shift();
        // The slot goes to the caller that has waited longest.
        if (next) next();
        else busy -= 1;
        if (busy === 0) tools = [];
      }
    },
  };
}
