// The command of the server's code lenses, which the extension answers itself.
import type { Uri } from '../api';

export const lensCommand = 'contextls.showImportance';

export interface LensArgument {
  uri: Uri;
  symbol?: string;
}
