// So many at a time, first come, first served. Each lane has a thing of its own to work with, made when it is first needed
// and let go when nothing is under way.
type ResourcePool<Tool> = {
  /** Begins at once where a lane is free. Settles as `work` does. */
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
        // The lane goes on to whoever waits longest.
        if (next) next();
        else busy -= 1;
        if (busy === 0) tools = [];
      }
    },
  };
}
