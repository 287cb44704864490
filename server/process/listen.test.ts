import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { checkSystemdSocket, readSystemdSocketDescriptor } from './listen.ts';

test('the socket of systemd is taken by the process that it names alone, and only one', () => {
  expect(readSystemdSocketDescriptor({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 7)).toBe(3);
  expect(readSystemdSocketDescriptor({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 8)).toBeUndefined();
  expect(readSystemdSocketDescriptor({}, 7)).toBeUndefined();
  expect(() => readSystemdSocketDescriptor({ LISTEN_PID: '7', LISTEN_FDS: '2' }, 7)).toThrow(
    /^LISTEN_FDS: .*one/,
  );
});

test('a socket with another address or port than HOST and PORT prevents the start', () => {
  const config = readConfig({});
  const socket = (address: string, port: number) => ({ address, port, family: 'IPv4' });
  checkSystemdSocket(socket('127.0.0.1', 3000), config);
  checkSystemdSocket(socket('0.0.0.0', 3000), readConfig({ HOST: '0.0.0.0' }));
  expect(() => checkSystemdSocket(socket('0.0.0.0', 3000), config)).toThrow(/^HOST: .*ListenStream/);
  expect(() => checkSystemdSocket(socket('127.0.0.1', 80), config)).toThrow(/^PORT: .*ListenStream/);
  expect(() => checkSystemdSocket('/run/fairlead', config)).toThrow(/^HOST: /);
});
