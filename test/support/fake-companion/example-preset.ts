/** A preset of an invented airline with a broker. */
export const preset = {
  name: 'Example Virtual',
  address: 'https://service.example',
  clientId: 'app',
  brokerAddress: 'https://broker.example',
};
