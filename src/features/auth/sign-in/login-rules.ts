export { login as default } from '../../../contract/member/auth.rules';
