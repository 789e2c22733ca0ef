### Der Hotspot, den ein Tisch ohne Netzwerk öffnet

network-hotspot-not-installed = Der Hotspot braucht den Dienst, den install.sh installiert, und dieses Programm läuft nicht als dieser Dienst.
network-hotspot-not-heard = Das System reagiert nicht. „sudo sh deploy/install.sh“ schaltet overlook-hotspot.path ein.
network-hotspot-open = Der Hotspot ist offen. Verbinde dich mit { $name }, Passwort { $password }, und öffne { $address }.
network-hotspot-ready = Es gibt ein Netzwerk, deshalb bleibt der Hotspot zu. Ohne Netzwerk verbinde dich mit { $name }, Passwort { $password }, und öffne { $address }.
network-hotspot-waiting = Noch gibt es kein Netzwerk. Der Hotspot öffnet innerhalb einer Minute: Dann verbinde dich mit { $name }, Passwort { $password }, und öffne { $address }.
network-hotspot-closed = Der Hotspot ist zu.
