export { RemoteCalls, type RemoteCallOptions, type RemoteRequest } from './remote-calls';
