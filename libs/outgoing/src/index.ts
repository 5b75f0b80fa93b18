export { OutgoingAgent } from './outgoing-agent';
export { LongAnswerError, readText, sendRequest, type OutgoingRequest, USER_AGENT } from './send-request';
