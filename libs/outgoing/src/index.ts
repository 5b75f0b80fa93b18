export { OutgoingAgent } from './outgoing-agent';
export { LongAnswerError, readText } from './read-text';
export { sendRequest, type OutgoingRequest } from './send-request';
export { USER_AGENT } from './user-agent';
