### The hotspot that a table opens if there is no network. $name and $password: those of the hotspot

network-hotspot-not-installed = The hotspot needs the service that install.sh installs, and this program is not that service.
network-hotspot-not-heard = The system does not react. 'sudo sh deploy/install.sh' enables overlook-hotspot.path.
network-hotspot-open = The hotspot is open. Join { $name } with the password { $password } and open { $address }.
network-hotspot-ready = There is a network, so the hotspot stays closed. Without a network, join { $name } with the password { $password } and open { $address }.
network-hotspot-waiting = There is no network yet. The hotspot opens within a minute: then join { $name } with the password { $password } and open { $address }.
network-hotspot-closed = The hotspot is closed.
