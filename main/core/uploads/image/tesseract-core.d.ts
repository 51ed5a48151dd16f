// The part of tesseract.js-core that is used; it has no types of its own.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type Engine = {
    readonly FS: { writeFile(path: string, content: Uint8Array): void };
    readonly TessBaseAPI: new () => {
      /** -1 if it fails. `mode` 1: LSTM only. */
      Init(folder: null, language: string, mode: 1): number;
      SetVariable(name: string, value: string): void;
      /** Reads the file `/input`; 1 if it fails. */
      SetImageFile(orientation: 1, angle: 0): number;
      Recognize(monitor: null): number;
      GetTSVText(): string;
    };
  };
  const createEngine: (options: {
    wasmBinary: Uint8Array;
    TesseractProgress(percent: number): void;
    print(line: string): void;
    printErr(line: string): void;
  }) => Promise<Engine>;
  export default createEngine;
}
