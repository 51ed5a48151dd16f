// The requests of electron-updater outside Electron: its own executor, over Node's requests instead of Chromium's.
import { request, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { configureRequestOptions, configureRequestUrl, HttpExecutor, type DownloadOptions } from 'builder-util-runtime';

export class NodeDownloads extends HttpExecutor<ClientRequest> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return request(options, callback);
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const wanted = { headers: options.headers ?? undefined };
      configureRequestUrl(url, wanted);
      configureRequestOptions(wanted);
      const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(wanted, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}
