// Finds the server's program: what the setting says, else what came with the extension, else PATH.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as path from 'node:path';

export interface Surroundings {
  setting: string;
  extensionPath: string;
  searchPath: string;
  platform: NodeJS.Platform;
}

/** The program, or why there is none. A setting that leads nowhere is not passed over in silence. */
export type Found = { program: string; from: 'setting' | 'bundled' | 'PATH' } | { problem: string };

export async function findProgram(s: Surroundings): Promise<Found> {
  const name = s.platform === 'win32' ? 'contextls.exe' : 'contextls';
  if (s.setting !== '') {
    const program = s.setting.replace(/^~(?=[/\\])/, homedir());
    if (!path.isAbsolute(program)) {
      return { problem: `The setting contextls.path is no absolute path: ${s.setting}` };
    }
    return (await runs(program)) ? { program, from: 'setting' } : { problem: `The setting contextls.path names no program: ${s.setting}` };
  }
  const bundled = path.join(s.extensionPath, 'bin', name);
  if (await runs(bundled)) {
    return { program: bundled, from: 'bundled' };
  }
  for (const dir of s.searchPath.split(path.delimiter)) {
    // A relative entry of PATH would take the program from the workspace.
    if (path.isAbsolute(dir) && (await runs(path.join(dir, name)))) {
      return { program: path.join(dir, name), from: 'PATH' };
    }
  }
  return { problem: 'The program contextls was not found: it did not come with the extension, and is not on PATH.' };
}

async function runs(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
